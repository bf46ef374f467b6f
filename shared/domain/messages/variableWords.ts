import { capitalized } from '../capitalized.ts'

/** Where the name of a variable does not say it in people's words. */
const words: Readonly<Record<string, string>> = {
  adult_name: 'Other adult',
  anchor: 'Seal of the log',
  cancel_line: 'Until when they can cancel',
  change_line: 'What changed',
  change_links: 'Links to move and cancel',
  changes: 'What changed',
  charge_line: 'What is still charged',
  cutoff_line: 'Until when they can change it',
  day: 'When: the day',
  description: 'What it was for',
  devices_line: 'Signed-out devices',
  end_day: 'Last day',
  entries: 'Number of entries',
  expires_on: 'Last day of the invitation',
  'facility.map_url': 'Directions link',
  'facility.parking': 'Parking and entrance',
  'facility.what_to_bring': 'What to bring',
  from_day: 'First day',
  heading: 'Who did what',
  headline: 'Headline',
  is_gone: 'This address no longer logs in',
  key_features: 'Good to know',
  lines: 'What was paid for',
  mend_url: 'Update card link',
  method: 'How it was paid',
  missing_line: 'What is still missing',
  name: 'Name',
  note: 'Note from the front desk',
  owed_line: 'What is owed',
  participant_name: 'Who it is for',
  payment_line: 'How it is paid',
  place_line: 'Whether they keep the spot',
  people: 'Children',
  previous: 'What it was before',
  problem: 'What is wrong',
  question: 'Question for the reader',
  reason: 'Reason',
  refund_line: 'What they get back',
  session: 'What and when',
  sessions: 'What and when',
  sign_in_url: 'Log in link',
  site_url: 'Home page link',
  stopped_line: 'That it has stopped',
  summary: 'What and when, in one line',
  time: 'When: the time',
  until_day: 'Until which day',
}

/** A variable of a message as people say it: 'Cage' for `cage_name`, 'First name' for `first_name`. */
export const variableWords = (name: string): string =>
  words[name] ??
  capitalized(
    name
      .replace(/_url$/, '_link')
      .replace(/^((?!full|first)\w+)_(?:name|line)$/, '$1')
      .replace(/[_.]/g, ' '),
  )

/** What stands in double braces, as people say it; null where it is neither a variable nor a condition. */
export function tagWords(tag: string): string | null {
  const [, sign = '', name = ''] =
    /^\{\{\s*(#if\s+|#unless\s+|\/(?=if|unless)|)([\w.]+)\s*\}\}$/.exec(tag) ?? []
  if (name === '') return null
  if (sign.startsWith('#if')) return `if there is: ${variableWords(name)}`
  if (sign.startsWith('#unless')) return `if there is no: ${variableWords(name)}`
  if (sign === '/') return 'end'
  return name === 'else' ? 'otherwise' : variableWords(name)
}
