import type { MessageTemplate } from './template.ts'

export interface PasswordChangedData {
  readonly full_name: string
  readonly reset_url: string
  /** What became of the other devices; 'Every device has been signed out.' where nothing is said. */
  readonly devices_line?: string
}

/** Warns the owner of the account, whoever changed the password. */
export const passwordChanged: MessageTemplate<PasswordChangedData> = {
  description: 'Tells the owner of an account that its password was changed.',
  sample: { full_name: 'Jo Slugger', reset_url: 'https://cages.example/auth?mode=reset-password' },
  values: (data) => ({ devices_line: 'Every device has been signed out.', ...data }),
  required: ['reset_url'],
  subject: 'Your {{facility.name}} password was changed',
  html: `<h1>Your password was changed</h1>
<p>Hi {{full_name}},</p>
<p>The password of your {{facility.name}} account has just been changed. {{devices_line}} If that was you, there is
nothing to do.</p>
<p>It was not you? <a href="{{reset_url}}">Reset the password now</a>, and call us at {{facility.phone}}.</p>`,
  text: `Hi {{full_name}},

The password of your {{facility.name}} account has just been changed. {{devices_line}}
If that was you, there is nothing to do.

It was not you? Reset the password now, and call us at {{facility.phone}}:

{{reset_url}}`,
}
