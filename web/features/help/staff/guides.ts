import { IconBuildingStore, IconCalendarWeek, IconClipboardList, type TablerIcon } from '@tabler/icons-react'
import type { Role } from '../../../../shared/contract/fields.ts'

export type Guide = 'owner' | 'front-desk' | 'coach'

interface GuideLook {
  readonly key: Guide
  readonly title: string
  readonly text: string
  readonly Icon: TablerIcon
}

const guides: readonly GuideLook[] = [
  {
    key: 'owner',
    title: 'The Owner’s First Day',
    text: 'From an empty facility to open doors: prices, people, mail, cards.',
    Icon: IconBuildingStore,
  },
  {
    key: 'front-desk',
    title: 'A Day at the Front Desk',
    text: 'Walk-ins, check-in, payments, moving and canceling, rain.',
    Icon: IconCalendarWeek,
  },
  {
    key: 'coach',
    title: 'A Coach’s Week',
    text: 'Lessons, clients, hours and time off, on a phone.',
    Icon: IconClipboardList,
  },
]

/** What a role reads: a coach the own page, the desk and admins all of them. */
export const guidesOf = (role: Role): readonly GuideLook[] =>
  role === 'coach' ? guides.filter(({ key }) => key === 'coach') : guides

const pages: Record<Guide, () => Promise<{ default: string }>> = {
  owner: () => import('../../../../docs/guide/owner.md'),
  'front-desk': () => import('../../../../docs/guide/front-desk.md'),
  coach: () => import('../../../../docs/guide/coach.md'),
}

/** A page of the guide as HTML. */
export const loadGuide = async (guide: Guide): Promise<string> => (await pages[guide]()).default
