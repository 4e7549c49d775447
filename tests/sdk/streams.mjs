// Streams of the SDKs that docs/sdk has one for, in their providers' form.

const sse = (data) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
const event = (type, data) => `event: ${type}\n${sse({ type, ...data })}`;

const chunk = (delta, finish_reason = null) => sse({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] });
const chat = {
  opening: [chunk({ role: 'assistant', content: '' })],
  content: ['hel', 'lo'].map((content) => chunk({ content })),
  end: [chunk({}, 'stop'), sse('[DONE]')],
  error: [sse({ error: { message: 'Our servers are currently overloaded.', type: 'service_unavailable_error', code: 'server_is_overloaded' } })],
};

/**
 * A stream that says "hello" is opening, content and end; the error may come in it, for which the SDK's own class is
 * `failed`. `read(page, signal, say)` tells each piece of text that reaches the caller, and throws what ends it.
 */
export const streams = {
  openai: {
    ...chat,
    failed: 'APIError',
    async read(page, signal, say) {
      for await (const { choices } of await page.stream('hi', signal)) say(choices[0]?.delta.content ?? '');
    },
  },
  anthropic: {
    opening: [
      event('message_start', { message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } } }),
      event('ping', {}),
    ],
    content: [
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
        + event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'hel' } }),
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'lo' } }),
    ],
    end: [
      event('content_block_stop', { index: 0 }),
      event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } }),
      event('message_stop', {}),
    ],
    error: [event('error', { error: { details: null, type: 'overloaded_error', message: 'Overloaded' } })],
    failed: 'APIError',
    async read(page, signal, say) {
      for await (const { type, delta } of await page.stream('hi', signal)) if (type === 'content_block_delta') say(delta.text);
    },
  },
  ai: {
    ...chat,
    failed: 'StreamProviderError',
    async read(page, signal, say) {
      let failure;
      for await (const text of page.stream('hi', signal, ({ error }) => { failure ??= error; }).textStream) say(text);
      signal?.throwIfAborted();
      if (failure) throw failure;
    },
  },
};
