import type { Rolldown } from 'vite'

/** Matches modules by their files' names, whatever folder they are in. */
const named = (...names: string[]): string => `/(${names.join('|')})(\\.module)?\\.(tsx?|mjs|js|css)$`

/**
 * Modules that the same pages need, together in one file each: `[name, modules]`. By default the bundler makes a file for
 * each set of pages that share a module, dozens for one page; they compress worse, and each has headers of its own.
 * Only a group of modules that nearly all of its pages use saves bytes: measure with the first loads that `vite build` prints.
 */
const groups: readonly (readonly [name: string, ...modules: string[]])[] = [
  ['live', named('live', 'liveTopics', 'eventStream', 'livePages', 'useMinuteClock')],
  ['schedule', named('liveSchedule'), '/web/api/queries/bookings\\.ts$'],
  ['signIn', named('SignInLink', 'resume')],
  [
    'booking',
    '/web/components/(grid/(SlotCell|cageGrid|gridCell)|SelectionBar|slotName|keptChoice)',
    '/domain/[^/]+/selection|/web/ui/useRovingFocus',
  ],
  [
    'cageRows',
    '/web/.*/(CageRows|MoreTimes|cages/Switch|PhoneDay\\.module|cages/NextFree)(\\.module)?\\.(tsx?|css)$',
    '/domain/[^/]+/openTimes\\.ts$',
  ],
  [
    'coachTimes',
    named('TimeChoice', 'RadioTiles', 'useStepFocus', 'LessonBooking\\.module', 'IconArrowLeft'),
  ],
  [
    'registration',
    '/domain/[^/]+/(changePolicy|registrationPolicy|classSessions)\\.ts$',
    '/web/api/queries/(camps|classes)\\.ts$',
  ],
  [
    'participants',
    '/web/components/participants/(Avatar|WhoIsComing|ages|people|seatsLeft|useNewPerson|useOnePerson|useParty)',
    '/web/api/queries/household',
    '/domain/[^/]+/ages',
    named('RefundNotice', 'useCheckout', 'IconUser', 'IconPlus'),
  ],
  ['coach', named('CoachPortrait', 'detailPage')],
  [
    'accountForms',
    named(
      'AccountForm',
      'AuthLink',
      'FormNotice',
      'PasswordField',
      'accountTexts',
      'submitLook',
      'useLinkSecret',
      'use-timeout',
      'PasswordInput',
      'PasswordToggleIcon',
      'PasswordInput\\.layer',
    ),
  ],
  ['emailField', named('EmailField', 'formFields'), '/web/components/email\\.ts$'],
  [
    'select',
    '/@mantine/core/esm/components/(NativeSelect|Combobox/(Combobox\\.module|ComboboxChevron|get-parsed))',
  ],
  [
    'checkbox',
    '/@mantine/core/esm/(components/(Checkbox|InlineInput)|core/.*/get-(auto-)?contrast)',
    named('CheckIcon', 'Checkbox\\.layer'),
  ],
  ['staff', '/web/(components|ui)/staff/'],
  // Each style sheet of a page of staff is a line in the list that every visitor loads with the app.
  [
    'desk',
    '/web/features/(schedule|bookings|payments|reports|people|messages|memberships)/staff/.*\\.module\\.css$',
  ],
]

/** What nearly every page of the site uses, beside the app and all that it imports. */
const app = [
  '/web/app\\.tsx$',
  named('preloadable', 'useFocusReturn', 'usePageTitle', 'PageBanner', 'money', 'PhoneLink', 'useMutation'),
  named('UploadedPicture', 'pictureWidths'),
  named('IconArrowRight', 'IconCheck', 'IconCircleCheck', 'IconChevronLeft', 'IconChevronRight'),
  '/web/api/queries/cages\\.ts$',
  '/domain/[^/]+/calendar\\.ts$',
  '/@mantine/hooks/esm/(use-id|use-uncontrolled|use-merged-ref|use-force-update|utils/random-id)/',
  '/@mantine/core/esm/(components/Title|core/(styles-api/use-resolved|DirectionProvider|Box/get-style-object))',
]

const anyOf = (modules: readonly string[]): RegExp => new RegExp(modules.join('|'))

/** Which modules the bundler puts into one file. */
export const sharedFiles: Rolldown.CodeSplittingGroup[] = [
  // The entry needs them too and must not load the app for it: the polyfills come first (main.tsx).
  { name: 'preload', test: /vite\/preload-helper|rolldown\/runtime/, priority: 2 },
  { name: 'app', test: anyOf(app), priority: 1 },
  // Without what they import, which only other pages need.
  ...groups.map(([name, ...modules]) => ({
    name,
    test: anyOf(modules),
    includeDependenciesRecursively: false,
  })),
]
