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
    named(
      'TimeChoice',
      'RadioTiles',
      'useStepFocus',
      'LessonBooking\\.module',
      'IconArrow(Left|Down)',
      'AccordionChevron',
    ),
  ],
  [
    'registration',
    '/domain/[^/]+/(changePolicy|registrationPolicy|classSessions|camps)\\.ts$',
    '/web/api/queries/(camps|classes)\\.ts$',
    named('OfferTiles', 'SpotsLeft'),
  ],
  [
    'participants',
    '/web/components/participants/(Avatar|WhoIsComing|ages|people|seatsLeft|useNewPerson|useOnePerson|useParty)',
    '/web/api/queries/household',
    '/domain/[^/]+/ages',
    named('RefundNotice', 'useCheckout', 'IconUser', 'IconPlus', 'accountTouches', 'ChangeNotice'),
  ],
  ['coach', named('CoachPortrait', 'detailPage')],
  ['kept', named('keptPeople', 'useReleasing', 'useOnceKnown')],
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
      'password',
      'PasswordInput',
      'PasswordToggleIcon',
      'PasswordInput\\.layer',
    ),
    '/@mantine/core/[^/]+/(components/)?ActionIcon',
  ],
  [
    'fields',
    '/@mantine/core/(esm/components|styles)/(Input|InputBase|TextInput)[./]',
    named('use-input-props'),
  ],
  [
    'dialog',
    '/@mantine/core/(esm/components|styles)/(Modal|ModalBase|Paper|Overlay|FocusTrap|Portal|CloseButton)[./]',
    '/(use-sidecar|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|get-nonce|tabbable|tslib)/',
    '/@mantine/hooks/esm/use-focus-(return|trap)/',
    named(
      'create-safe-context',
      'Dialog',
      'DialogOf',
      'useBackCloses',
      'useBlocker',
      'useDialogStack',
      'toastPlace',
      'pressGuard',
      'is-element',
      'get-single-element-child',
      'get-default-z-index',
    ),
  ],
  [
    'longList',
    named(
      'infiniteQueryObserver',
      'useInfiniteQuery',
      'find-element-ancestor',
      'create-scoped-keydown-handler',
      'loadNextPage',
    ),
  ],
  ['longText', named('Textarea', 'Autosize', 'get-env')],
  [
    'ownPages',
    named(
      'Icon(Tent|School|Copy|Download|Trash)',
      'ConfirmDialog',
      'ConfirmChange',
      'ProofDialog',
      'missingCare',
    ),
    '/contract/[^/]+/security\\.ts$',
  ],
  ['attempt', named('useAttempt', 'proof')],
  ['emailField', named('EmailField', 'formFields'), '/web/components/email\\.ts$'],
  [
    'select',
    '/@mantine/core/esm/components/(NativeSelect|Combobox/(Combobox\\.module|ComboboxChevron|get-parsed))',
    named('Combobox\\.layer'),
  ],
  [
    'checkbox',
    '/@mantine/core/esm/(components/(Checkbox|InlineInput)|core/.*/get-(auto-)?contrast)',
    named('CheckIcon', 'Checkbox\\.layer'),
  ],
  // Every page of staff needs its frame, and with it nearly all of these. What the site needs too stays out (firstLoadBudget.ts).
  [
    'staff',
    '/web/(components|ui)/staff/(?!picture/PictureCrop)|/web/surfaces/(staff|admin)/(?!search/(StaffSearch|searchResults))|staff-theme-variables\\.css$',
    '/web/features/[a-zA-Z]+/staff/(till/|TakePayment|ToAsk|CareNote|waiverText|paymentStatuses|programTabs|scheduleKeys|KeysDialog)',
    '/web/(ui/(NumberField|typedNumber|useObjectUrl)|api/queries/(rangeSearch|reminders|people|staffBookings))\\.',
    '/domain/[^/]+/(terms|bookingStatus|drawer|dayRange|uprightPart|facilityText|staffPageTitles|arrival)\\.ts$',
    '/contract/(accounts/(changes|participation|privacy)|bookings/(timeErrors|bookings|staffChanges|staffBookings|bookedGuest)|payments/(staffPayments|till)|people/(people|profileInvitations)|messages/reminders|dayRange|page)\\.ts$',
    '/@mantine/core/(esm/components|styles)/(Alert|AppShell|Badge|Burger|Collapse|Drawer|FloatingIndicator|Menu|NavLink|Popover|Progress|ScrollArea|SegmentedControl|Table|Tooltip)[./]',
    '/@mantine/core/esm/(components/Combobox/(?!Combobox\\.module|ComboboxChevron|get-parsed)|utils/Floating/)',
    '/@mantine/core/esm/core/utils/(close-on-escape|create-event-handler|find-element-in-shadow-dom|get-breakpoint-value|get-context-item-index|get-ref-prop|get-sorted-breakpoints|primitive|units-converters/px)',
    '/@mantine/hooks/esm/(use-(collapse|debounced-callback|hotkeys|local-storage|long-press|mounted|mutation-observer|resize-observer|shallow-effect)|utils/shallow-equal)/',
    '/@floating-ui/|get-transition-props',
    named(
      'Icon(ArrowBackUp|ArrowUp|Bell|CalendarWeek|CalendarX|ChartBar|ClipboardList|ClockExclamation|CreditCard|DoorExit|Dots|Edit|FirstAidKit|Help|History|Home|IdBadge2|Inbox|Keyboard|LayoutSidebarLeft\\w+|Logout|MedicalCross|Message|Minus|Printer|Refresh|Search|Selector|Settings|ShoppingBag|Signature|UserOff|UserStar|Walk)',
    ),
  ],
  [
    'staffBookings',
    '/web/features/bookings/staff/(?!BookingsPage|bookingFilters|ChosenBookings)',
    named(
      'payableOf',
      'RefundDialog',
      'IconAddressBook',
      'IconListDetails',
      'IconRepeat',
      'IconSwitchHorizontal',
    ),
  ],
  // One request in place of a dozen small ones.
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
