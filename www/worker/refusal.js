/** An answer that says what was wrong with the request: `{"error":{"code","message"}}`. */
export const refusal = (status, code, message, headers) => Response.json({ error: { code, message } }, { status, headers });
