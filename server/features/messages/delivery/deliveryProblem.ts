/** What mail servers say when a mail is not delivered, and what it means. The first match counts. */
const meanings: readonly (readonly [said: RegExp, meaning: string])[] = [
  [/unsubscribed/i, 'The person has unsubscribed from news and offers.'],
  [/no message named/i, 'This version of Dugout does not know this kind of message.'],
  [
    /5\.1\.[123]|user unknown|no such (?:user|recipient|mailbox)|does not exist|unknown (?:user|recipient)|invalid recipient|no recipients/i,
    'This address does not exist. Check its spelling with the person.',
  ],
  [
    /5\.1\.10|5\.4\.4|domain (?:name )?not found|nullmx|null mx/i,
    'The part after the @ does not take mail. Check its spelling.',
  ],
  [/[45]\.2\.2|mailbox (?:is )?full|over quota|quota exceeded/i, 'The mailbox is full.'],
  [/[45]\.2\.1|mailbox (?:disabled|inactive)|account (?:is )?disabled/i, 'The mailbox is closed.'],
  [/5\.3\.4|552|too large|message size/i, 'The message is too large for this mailbox.'],
  [
    /535|5\.7\.8|EAUTH|authentication/i,
    'The mail server refused our login. The mail settings need an update.',
  ],
  [
    /[45]\.7\.\d|spam|block(?:ed|list)|blacklist|policy|dmarc|spf|dkim/i,
    'The receiving server took the message for spam or does not accept our mail.',
  ],
  [/4\.7\.1|greylist|try again later|rate limit|too many/i, 'The receiving server asks us to try later.'],
  [
    /ECONNREFUSED|ETIMEDOUT|ECONNRESET|ESOCKET|EDNS|ENOTFOUND|EAI_AGAIN|timeout|took longer|closed unexpectedly|greeting/i,
    'The mail server could not be reached.',
  ],
]

/** The mail server's words for a failed attempt in plain ones, with what to do where something can be done. */
export function plainProblem(lastError: string | null): string | null {
  if (lastError === null) return null
  const known = meanings.find(([said]) => said.test(lastError))
  return known?.[1] ?? 'The mail server did not accept the message.'
}
