import type { SettingsField } from '../../../../shared/contract/facility/facilitySettings.ts'
import { dateExamples } from '../../../../shared/domain/facility/facilityFields.ts'
import { readText } from '../../../components/searchValues.ts'

/** What /admin/settings reads from its address. */
export interface SettingsSearch {
  tab?: 'email-templates' | undefined
  /** The name of the template that is open. */
  template?: string | undefined
  section?: string | undefined
  /** The run that is open. */
  run?: string | undefined
  /** The closure that is being edited. */
  closure?: string | undefined
  /** The public text that is open. */
  text?: string | undefined
  /** The import that is open. */
  import?: string | undefined
}

/** The address as the page reads it: what it does not know is left out. */
export const readSettingsSearch = (raw: Record<string, unknown>): SettingsSearch => ({
  tab: raw.tab === 'email-templates' ? raw.tab : undefined,
  template: readText(raw.template),
  section: readText(raw.section),
  run: readText(raw.run),
  closure: readText(raw.closure),
  text: readText(raw.text),
  import: readText(raw.import),
})

/** How a setting of one value is edited. */
export type FieldKind = 'text' | 'number' | 'switch' | 'no_limit' | 'color' | 'zone' | 'choice'

export interface PlainField {
  readonly field: SettingsField
  readonly kind: FieldKind
  /** Beside the label, where it needs a word. */
  readonly hint?: string
  readonly half?: true
  /** What there is to choose from. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** The keys that a phone shows for it. */
  readonly keys?: 'tel' | 'email' | 'numeric'
}

const groups = ['Your Place', 'Time', 'What You Sell', 'Money', 'Mail', 'System'] as const

interface SectionBase {
  readonly key: string
  readonly group: (typeof groups)[number]
  readonly title: string
  readonly about: string
}

/** A part of the settings that is saved by itself. */
export interface FormSection extends SectionBase {
  readonly plain: readonly PlainField[]
  /** Edited as a list, below the plain fields. */
  readonly lists: readonly SettingsField[]
  /** Whether the logo is above it, which is saved by itself. */
  readonly withLogo?: true
}

export type Section =
  | FormSection
  | (SectionBase & {
      readonly page:
        | 'closures'
        | 'pictures'
        | 'doors'
        | 'cards'
        | 'mail'
        | 'texts'
        | 'waivers'
        | 'data'
        | 'goods'
        | 'health'
    })

const text = (field: SettingsField, more: Partial<PlainField> = {}): PlainField => ({
  field,
  kind: 'text',
  ...more,
})
const number = (field: SettingsField, more: Partial<PlainField> = {}): PlainField => ({
  ...{ field, kind: 'number', half: true },
  ...more,
})
const noLimit = (field: SettingsField): PlainField => ({ field, kind: 'no_limit', half: true })
const onOff = (field: SettingsField, hint: string): PlainField => ({ field, kind: 'switch', hint })

export const sections: readonly Section[] = [
  {
    key: 'doors',
    group: 'Your Place',
    title: 'Doors',
    about: 'Whether people can book, and what is left to do before you open.',
    page: 'doors',
  },
  {
    key: 'contact',
    group: 'Your Place',
    title: 'Name & Contact',
    about: 'Who you are and where people find you, on every page and in every email.',
    plain: [
      text('name'),
      text('street_address'),
      text('city', { half: true }),
      text('state', { half: true }),
      text('postal_code', { half: true, keys: 'numeric' }),
      text('phone', { half: true, keys: 'tel' }),
      text('email', { keys: 'email' }),
      text('maps_url', { hint: 'Leave empty to follow the address.' }),
      text('apple_maps_url', { hint: 'Leave empty to follow the address.' }),
      text('parking', { hint: 'E.g. “Free parking behind the building; use the blue door.”' }),
      text('what_to_bring', { hint: 'For cages and lessons. Classes and camps have their own.' }),
      text('time_zone', { kind: 'zone', hint: 'It can’t change while something is booked.' }),
      text('date_language', {
        kind: 'choice',
        choices: Object.entries(dateExamples).map(([value, label]) => ({ value, label })),
      }),
    ],
    lists: ['social_links'],
  },
  {
    key: 'look',
    group: 'Your Place',
    title: 'Look',
    about:
      'Your logo and color, on every page, in emails and on what you print. A picture of your building, on the home page.',
    plain: [
      {
        ...{ field: 'brand_color', kind: 'color' },
        hint: 'For buttons, what is chosen, and accents. Leave empty for Dugout’s red. Errors stay red.',
      },
    ],
    lists: [],
    withLogo: true,
  },
  {
    key: 'home',
    group: 'Your Place',
    title: 'Home Page',
    about: 'The large line of the home page, and the rates below it.',
    plain: [
      text('announcement'),
      text('rate_line', { hint: 'Leave empty to follow the prices of the cages.' }),
    ],
    lists: [],
  },
  {
    key: 'pictures',
    group: 'Your Place',
    title: 'Home Page Pictures',
    about: 'Shown one after the other. Without any, the home page shows the ones that come with Dugout.',
    page: 'pictures',
  },
  {
    key: 'hours',
    group: 'Time',
    title: 'Opening Hours',
    about: 'When customers can book, in facility time.',
    plain: [],
    lists: ['opening_hours'],
  },
  {
    key: 'special-days',
    group: 'Time',
    title: 'Special Days',
    about: 'Dates whose hours differ from the week: holidays, tournaments, an early evening.',
    plain: [],
    lists: ['special_days'],
  },
  {
    key: 'closures',
    group: 'Time',
    title: 'Closures',
    about: 'Close cages for a while. No one can book them during that time.',
    page: 'closures',
  },
  {
    key: 'cages',
    group: 'What You Sell',
    title: 'Cages & Prices',
    about:
      'Shown in the order of their names. A cage that was booked is never deleted; take it out of service.',
    plain: [],
    lists: ['cages'],
  },
  {
    key: 'team-rates',
    group: 'What You Sell',
    title: 'Team Rates',
    about: 'What teams pay by the month.',
    plain: [],
    lists: ['team_rates'],
  },
  {
    key: 'membership',
    group: 'What You Sell',
    title: 'Membership',
    about:
      'Price, discounts and terms. The membership page uses these, and so does the agreement under Texts.',
    plain: [
      number('membership_monthly_price', { hint: 'For new members only' }),
      number('founders_cap', { hint: 'No one can join beyond this' }),
      number('member_cage_discount_percent'),
      number('member_class_discount_percent'),
      number('membership_notice_days'),
      noLimit('member_reservation_limit'),
    ],
    lists: [],
  },
  {
    key: 'tax',
    group: 'Money',
    title: 'Sales Tax',
    about:
      'In percent, 0 for none. Booked prices keep the tax they were booked with. Ask your accountant what is taxed where you are.',
    plain: [
      onOff('tax_added', 'On top of your prices. Off: your prices contain it.'),
      number('tax_cages'),
      number('tax_lessons'),
      number('tax_classes'),
      number('tax_camps'),
      number('tax_memberships', { hint: 'For new members; current members keep theirs' }),
      number('tax_goods', { hint: 'What is sold at the desk' }),
    ],
    lists: [],
  },
  {
    key: 'journal',
    group: 'Money',
    title: 'Journal Accounts',
    about:
      'What your accountant calls each line of the journal that you export from the sales report. Leave one empty to keep its name; accounts with the same name are added up.',
    plain: [],
    lists: ['journal_accounts'],
  },
  {
    key: 'booking-rules',
    group: 'What You Sell',
    title: 'Booking & Canceling',
    about: 'How far ahead people can book, and how late they can cancel for free.',
    plain: [
      number('booking_window_days', { hint: 'Days ahead that can be booked' }),
      number('late_after_minutes', { hint: 'Minutes after the start, if not checked in' }),
      number('cancellation_cutoff_hours', { hint: 'Hours before the start' }),
      number('camp_cancellation_cutoff_days', { hint: 'Days before the camp begins' }),
      number('class_cancellation_cutoff_hours', { hint: 'Hours before the session' }),
      onOff(
        'care_required',
        'A child’s emergency contact and allergies come first. Off: we ask right after registering.',
      ),
    ],
    lists: [],
  },
  {
    key: 'reminders',
    group: 'Mail',
    title: 'Reminders',
    about: 'Emails that are sent automatically before a camp, class, lesson or booking begins. 0 sends none.',
    plain: [
      number('reminder_days_camps', { hint: 'Days before the camp begins' }),
      number('reminder_days_classes', { hint: 'Days before the session' }),
      number('reminder_days_lessons', { hint: 'Days before the lesson' }),
      number('reminder_days_cages', { hint: 'Days before the booking' }),
      number('reminder_hour', { hint: '8 to 20, on the facility clock' }),
    ],
    lists: [],
  },
  {
    key: 'cards',
    group: 'Money',
    title: 'Card Payments',
    about: 'Your Stripe account, through which cards are charged.',
    page: 'cards',
  },
  {
    key: 'mail',
    group: 'Mail',
    title: 'Mail Server',
    about: 'What your confirmations and messages are sent through.',
    page: 'mail',
  },
  {
    key: 'texts',
    group: 'Your Place',
    title: 'Texts',
    about: 'Your own words on your public pages. Every version is kept.',
    page: 'texts',
  },
  {
    key: 'goods',
    group: 'What You Sell',
    title: 'Goods',
    about: 'Drinks, gloves, tokens: what the front desk sells at the till.',
    page: 'goods',
  },
  {
    key: 'waivers',
    group: 'What You Sell',
    title: 'Waivers',
    about:
      'Texts that people sign for themselves and their children. Every version and every signature is kept.',
    page: 'waivers',
  },
  {
    key: 'limits',
    group: 'System',
    title: 'Limits',
    about: 'How much one person can leave unpaid or hold in a checkout. Empty means no limit.',
    plain: [
      number('desk_refund_limit', { hint: 'Per refund, in dollars' }),
      number('care_retention_days', { hint: 'Days after the last session' }),
      noLimit('unpaid_hours_new_customer'),
      noLimit('unpaid_hours_returning_customer'),
      noLimit('unpaid_guest_hours_per_address'),
      noLimit('unpaid_camps_per_customer'),
      noLimit('checkout_hours_new_customer'),
      noLimit('checkout_hours_returning_customer'),
      noLimit('open_checkouts_per_person'),
      noLimit('open_checkouts_per_address'),
      noLimit('live_streams_per_person'),
      noLimit('live_streams_per_address'),
    ],
    lists: [],
  },
  {
    key: 'health',
    group: 'System',
    title: 'Health',
    about: 'Whether everything works that your facility needs, and what went wrong lately.',
    page: 'health',
  },
  {
    key: 'data',
    group: 'System',
    title: 'Import & Export',
    about: 'Bring people along from a spreadsheet, or take everything out.',
    page: 'data',
  },
]

/** Below the card connection: without these a connected facility still takes money for cages and lessons on arrival only. */
export const paidByCard: FormSection = {
  key: 'paid-by-card',
  group: 'Money',
  title: 'What Cards Pay For',
  about: 'Camps, classes and memberships are paid by card as soon as cards are taken.',
  plain: [
    onOff('card_payment_for_cages', 'Off: people pay for cages on arrival.'),
    onOff('card_payment_for_lessons', 'Off: people pay for lessons on arrival.'),
  ],
  lists: [],
}

/** The settings that a section saves. */
export const fieldsOf = ({ plain, lists }: FormSection): SettingsField[] => [
  ...plain.map(({ field }) => field),
  ...lists,
]

/** The sections as the list of them shows them. */
export const sectionGroups = groups.map((title) => ({
  title,
  sections: sections.filter(({ group }) => group === title),
}))
