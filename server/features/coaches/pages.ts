import { lessonsWith } from '../../../shared/domain/facility/pageTitles.ts'
import type { Context } from '../../context.ts'
import { namedPages } from '../../http/pages/namedPages.ts'
import type { SitePages } from '../../http/pages/site.ts'
import { findCoach, listCoaches } from './queries.ts'

/** The list of coaches, and the page of each coach who gives lessons. */
export const coachPages = ({ db, log }: Pick<Context, 'db' | 'log'>): SitePages => ({
  described: {
    '/coaches': (facility) =>
      `Meet the baseball and softball coaches of ${facility.name} in ${facility.city}, ${facility.state} and book a private lesson.`,
  },
  reads: ['/api/coaches', '/api/next-lesson-times', '/api/texts/coach-intro'],
  named: namedPages({
    parent: '/book-coach',
    find: (id) => findCoach(db, id),
    list: () =>
      listCoaches(db, (reason) =>
        log.warn({ reason: String(reason) }, 'the roles of coaches could not be read'),
      ),
    text: ({ id, name, specialties }, facility) => {
      const about = specialties.length > 0 ? `: ${specialties.join(', ')}` : ''
      return {
        title: lessonsWith(name),
        description: `Book a private lesson with ${name} at ${facility.name} in ${facility.city}, ${facility.state}${about}.`,
        canonicalPath: `/book-coach/${id}`,
      }
    },
  }),
})
