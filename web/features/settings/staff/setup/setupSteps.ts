import type { CompleteSettings } from '../../../../../shared/contract/facility/facilitySettings.ts'
import type { OpeningStepKey } from '../../../../../shared/domain/facility/openingSteps.ts'
import { taxClasses } from '../../../../../shared/domain/money/salesTax.ts'
import { type FormSection, type PlainField, sections } from '../sections.ts'

export interface SetupStep {
  readonly key: string
  readonly title: string
  readonly about: string
  /** What is entered here: a part of a section of the settings, or something that saves by itself. Nothing on the last step. */
  readonly form: FormSection | 'cards' | 'mail' | 'offers' | null
  /** Whether what the step asks for is there. `done`: of the list of what comes before the doors open. */
  readonly isDone: (settings: CompleteSettings, done: ReadonlySet<OpeningStepKey>) => boolean
}

/** These fields of a section of the settings. */
function part(
  key: string,
  fields?: readonly PlainField['field'][],
  lists?: FormSection['lists'],
): FormSection {
  const section = sections.find((each) => each.key === key)
  if (!section || 'page' in section) throw new Error(`The settings have no form ${key}.`)
  return {
    ...section,
    plain: fields ? section.plain.filter(({ field }) => fields.includes(field)) : section.plain,
    lists: lists ?? section.lists,
  }
}

const rates = part('membership', ['membership_monthly_price', 'founders_cap'], [])

/** The steps of setting a facility up, each with inputs that Settings has too. */
export const setupSteps: readonly SetupStep[] = [
  {
    key: 'place',
    title: 'Your Place',
    about: 'Your name and address are on every page, in every email, and on the map.',
    form: part(
      'contact',
      [
        'name',
        'street_address',
        'city',
        'state',
        'postal_code',
        'phone',
        'email',
        'time_zone',
        'date_language',
      ],
      [],
    ),
    isDone: ({ name, street_address, phone }) => Boolean(name && street_address && phone),
  },
  {
    key: 'hours',
    title: 'Hours',
    about: 'When customers can book.',
    form: part('hours'),
    isDone: ({ opening_hours }) => opening_hours.length > 0,
  },
  {
    key: 'cages',
    title: 'Cages',
    about: 'Each cage with its prices. You can add, rename and close cages at any time.',
    form: part('cages'),
    isDone: ({ cages }) => cages.some(({ is_active }) => is_active !== false),
  },
  {
    key: 'rates',
    title: 'Teams & Members',
    about: 'What teams and members pay by the month. Skip this if you have neither.',
    form: { ...rates, lists: ['team_rates'] },
    isDone: ({ team_rates, membership_monthly_price }) =>
      team_rates.length > 0 || membership_monthly_price > 0,
  },
  {
    key: 'look',
    title: 'Look',
    about: 'Your logo, your building and your color. Skip this to start with Dugout’s.',
    form: part('look'),
    isDone: ({ brand_color }) => brand_color !== '',
  },
  {
    key: 'tax',
    title: 'Sales Tax',
    about: 'In percent, 0 for none. Ask your accountant what is taxed where you are, or skip this.',
    form: part('tax'),
    isDone: (settings) => taxClasses.some((sold) => settings[`tax_${sold}`] > 0),
  },
  {
    key: 'cards',
    title: 'Cards',
    about: 'Your Stripe account, through which cards are charged. Skip this: people pay on arrival.',
    form: 'cards',
    isDone: (_, done) => done.has('cards'),
  },
  {
    key: 'mail',
    title: 'Mail',
    about: 'What confirmations are sent through. You can connect it later, but before you open.',
    form: 'mail',
    isDone: (_, done) => done.has('mail'),
  },
  {
    key: 'offers',
    title: 'Coaches & Programs',
    about: 'Your first coach, class and camp. Skip what you don’t have.',
    form: 'offers',
    isDone: (_, done) => done.has('coach') && done.has('program'),
  },
  {
    key: 'next',
    title: 'What’s Next',
    about: '',
    form: null,
    isDone: () => false,
  },
]
