// A few failures to begin with; the rest is in the gallery.

export const SAMPLES = [
  {
    title: '“Billing” is an advert',
    text: `Error code: 429 - {'error': {'message': 'Rate limit reached for model \`llama-3.3-70b-versatile\` in organization \`org_01kq\` service tier \`on_demand\` on tokens per minute (TPM): Limit 12000, Used 9841, Requested 2766. Please try again in 3.035s. Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing', 'type': 'tokens', 'code': 'rate_limit_exceeded'}}`,
  },
  {
    title: 'Done for the day',
    text: 'Rate limit reached for model `llama-3.3-70b-versatile` on tokens per day (TPD): Limit 100000, Used 99550, Requested 49350. Please try again in 11h46m1.98s. Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing',
  },
  { title: 'Spend cap', text: 'Your project has exceeded its monthly spending cap.' },
  {
    title: 'curl -i',
    text: `HTTP/2 429
content-type: application/json
retry-after: 12
anthropic-ratelimit-requests-limit: 50
anthropic-ratelimit-requests-remaining: 31
anthropic-ratelimit-input-tokens-limit: 40000
anthropic-ratelimit-input-tokens-remaining: 0

{"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your organization's rate limit of 40,000 input tokens per minute."}}`,
  },
  { title: 'Retired model', text: 'Error: 404 models/gemini-1.5-flash is no longer available. Please use a newer model.' },
  { title: 'Overloaded', text: '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}' },
  {
    title: 'Broken gateway',
    text: `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>nginx</center>
</body>
</html>`,
  },
];
