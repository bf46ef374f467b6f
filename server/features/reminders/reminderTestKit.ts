import type {
  ReminderAbout,
  ReminderRun,
  RunRecipient,
  SessionAudience,
} from '../../../shared/contract/messages/reminders.ts'
import { bodyOf } from '../../test/answers.ts'
import type { Person } from '../../test/factories.ts'
import type { TestApp } from '../../test/testApp.ts'

export interface ReadRun {
  readonly run: ReminderRun
  readonly recipients: RunRecipient[]
  readonly unreachable: { name: string; phone: string | null }[]
}

/** How one of the staff sends reminders and messages over HTTP. */
export function reminding(app: TestApp, { cookie }: Pick<Person, 'cookie'>) {
  const post = (path: string, json: object) => app.request(path, { json, cookie })
  return {
    camp: (campId: string, more: object = {}) => post('/api/camp-reminders', { campId, ...more }),
    session: (class_instance_id: string, more: object = {}) =>
      post('/api/class-reminders', { class_instance_id, ...more }),
    message: (about: ReminderAbout, about_id: string, more: object = {}) =>
      post('/api/session-messages', {
        about,
        about_id,
        subject: 'Side door',
        text: 'Please knock.',
        ...more,
      }),
    preview: (about: ReminderAbout, about_id: string, more: object = {}) =>
      post('/api/session-messages/preview', {
        ...{ about, about_id, subject: 'Side door', text: 'Please knock.' },
        ...more,
      }),
    audience: (about: ReminderAbout, id: string) =>
      app.request(`/api/session-audience?about=${about}&about_id=${id}`, { cookie }),
    readAudience: (about: ReminderAbout, id: string, alsoIds: readonly string[] = []) =>
      bodyOf<SessionAudience>(
        app.request(
          `/api/session-audience?about=${about}&about_id=${id}${alsoIds.length > 0 ? `&also_ids=${alsoIds.join()}` : ''}`,
          { cookie },
        ),
      ),
    run: (id: string) => app.request(`/api/reminder-runs/${id}`, { cookie }),
    readRun: (id: string) => bodyOf<ReadRun>(app.request(`/api/reminder-runs/${id}`, { cookie })),
    resend: (messageId: string) => post(`/api/admin/messages/${messageId}/resend`, {}),
    undo: (changeId: string) => post(`/api/staff-changes/${changeId}/undo`, {}),
  }
}
