import { CloseButton, Combobox, getDefaultZIndex, Loader, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, SpotlightRoot, SpotlightSearch } from '@mantine/spotlight'
import { IconSearch, IconWifiOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { read } from '../../../api/read.ts'
import { useSession } from '../../../api/session.ts'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { useBookingActions } from '../../../features/bookings/staff/useBookingActions.tsx'
import { AskDialogs, arrivalAsksQuery } from '../../../features/programs/staff/ToAsk.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { useBackCloses } from '../../../ui/useBackCloses.ts'
import { useDialogStack } from '../../../ui/useDialogStack.ts'
import { useOnline } from '../../../ui/useOnline.ts'
import { adminNavigation } from '../adminNavigation.ts'
import classes from './StaffSearch.module.css'
import {
  bookingResults,
  foundResults,
  pageResults,
  type ResultGroup,
  type SearchDesk,
  type SearchResult,
} from './searchResults.ts'

/** In milliseconds, between the last key and the search. */
const typingPause = 200

export interface StaffSearchProps {
  opened: boolean
  /** What was typed before this code was there. */
  early: string
  onClose: () => void
  /** Its field has the focus. */
  onThere: () => void
}

const [store, spotlight] = createSpotlight()

/**
 * One field that finds people, participants, bookings, payments and pages, and does with a booking what its menu does
 * elsewhere. All by keyboard: arrow keys, Enter, Escape. What was searched is forgotten when it closes, because desks are
 * shared.
 */
export default function StaffSearch({ opened, early, onClose, onThere }: StaffSearchProps) {
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened])
  const { isTopmost, isCovered, portalProps } = useDialogStack(opened, onClose)
  useBackCloses(opened, onClose, isTopmost)
  const [signer, setSigner] = useState<{ id: string; name: string }>()
  const navigate = useNavigate()
  const { actionsOf, dialogs } = useBookingActions(
    ({ id }) => void navigate({ to: '/admin/bookings', search: { open: id } }),
  )
  return (
    <>
      {dialogs}
      <AskDialogs ask={signer && 'waiver'} person={signer} onClose={() => setSigner(undefined)} />
      <SpotlightRoot
        store={store}
        shortcut={null}
        onSpotlightClose={onClose}
        closeOnEscape={false}
        portalProps={portalProps}
        // In front of open menus too, but not of a newer dialog.
        zIndex={getDefaultZIndex(isCovered ? 'modal' : 'max')}
        size="40rem"
        yOffset="10dvh"
        radius="md"
        transitionProps={{ duration: 120 }}
        attributes={{ content: { 'aria-label': 'Search everything' } }}
        classNames={{
          content: classes.content ?? '',
          body: classes.body ?? '',
          inner: classes.inner ?? '',
        }}
      >
        <SearchField
          opened={opened}
          early={early}
          onClose={onClose}
          onThere={onThere}
          actionsOf={actionsOf}
          onSign={setSigner}
        />
      </SpotlightRoot>
    </>
  )
}

type Doing = Pick<SearchDesk, 'actionsOf' | 'onSign'>

function SearchField({ opened, early, onClose, onThere, ...doing }: StaffSearchProps & Doing) {
  const [typed, setTyped] = useState(early)
  /** The booking whose actions are listed, in place of what was found. */
  const [acted, setActed] = useState<string | null>(null)
  const type = (text: string) => {
    setTyped(text)
    setActed(null)
  }
  // Opened again while it fades, it has the search of before.
  useEffect(() => {
    if (opened) {
      setTyped(early)
      setActed(null)
    }
  }, [opened, early])
  const [search] = useDebouncedValue(typed.trim(), typingPause)
  const { groups, ...found } = useResults(typed.trim(), search, acted, doing)
  const router = useRouter()
  const combobox = useCombobox({ opened: true })
  const list = useId()
  const { selectFirstOption, resetSelectedOption } = combobox
  // The id of the option that Enter chooses. Mantine's own names an option that may be gone from the list.
  const [active, setActive] = useState<string | null>(null)
  const results = groups.flatMap((group) => group.results)
  const shown = results.map(({ key }) => key).join()
  useEffect(() => {
    resetSelectedOption()
    setActive(shown === '' ? null : selectFirstOption())
  }, [shown, selectFirstOption, resetSelectedOption])
  const open = (key: string) => {
    const result = results.find((one) => one.key === key)
    if (!result) return
    if (result.shows !== undefined) return setActed(result.shows)
    onClose()
    if (result.href !== undefined) void router.navigate({ href: result.href })
    else void result.onSelect?.()
  }
  // What was typed when Enter was pressed before it was found: fast fingers and scanners do not wait.
  const [entered, setEntered] = useState('')
  const choose = useEffectEvent(() => {
    if (entered === '' || entered !== typed) return
    setEntered('')
    if (results.length > 0) combobox.clickSelectedOption()
  })
  useEffect(() => {
    if (found.isCurrent) choose()
  }, [found.isCurrent])
  const moveByKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !found.isCurrent) {
      event.preventDefault()
      setEntered(typed)
      return
    }
    if (event.key === 'Escape' && acted !== null) setActed(null)
    if (results.length === 0) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setActive(event.key === 'ArrowDown' ? combobox.selectNextOption() : combobox.selectPreviousOption())
    }
    if (event.key === 'Enter' && active !== null) {
      event.preventDefault()
      combobox.clickSelectedOption()
    }
  }
  return (
    <Combobox store={combobox} onOptionSubmit={open}>
      <div className={classes.head}>
        <Combobox.EventsTarget withAriaAttributes={false} withKeyboardNavigation={false}>
          <SpotlightSearch
            role="combobox"
            aria-label="Search everything"
            aria-haspopup="listbox"
            aria-expanded={results.length > 0}
            aria-controls={results.length > 0 ? list : undefined}
            aria-activedescendant={active ?? undefined}
            aria-autocomplete="list"
            placeholder="Name, phone, booking, receipt or page"
            autoComplete="off"
            enterKeyHint="go"
            maxLength={100}
            data-autofocus
            // Escape first leaves the actions of a booking (useDialogStack.ts).
            data-mantine-stop-propagation={acted !== null}
            leftSection={
              found.isSearching ? <Loader size={20} aria-hidden /> : <IconSearch size={22} aria-hidden />
            }
            value={typed}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={moveByKey}
            onFocus={onThere}
          />
        </Combobox.EventsTarget>
        <CloseButton size="lg" className={classes.close ?? ''} aria-label="Close search" onClick={onClose} />
      </div>
      <VisuallyHidden role="status">{found.spoken}</VisuallyHidden>
      <div className={classes.results} aria-busy={found.isSearching || undefined}>
        {found.offline && (
          <Row as="p" nowrap className={classes.note}>
            <IconWifiOff size={20} aria-hidden /> You’re offline. You can still open pages.
          </Row>
        )}
        {found.error && !found.offline && (
          <div className={classes.problem}>
            <ErrorAlert error={found.error} onRetry={found.retry} />
          </div>
        )}
        {results.length > 0 && <Results id={list} groups={groups} />}
        {found.isEmpty && (
          <div className={classes.empty}>
            <Text strong breaks below={4} className={classes.emptyTitle}>
              Nothing found for “{search}”
            </Text>
            <p>Try a last name, a part of the phone number, a child’s name or a cage.</p>
          </div>
        )}
      </div>
    </Combobox>
  )
}

/** What the search shows: pages at once, and what the server finds; or what can be done with a booking of that. */
function useResults(typed: string, search: string, acted: string | null, doing: Doing) {
  const session = useSession()
  const online = useOnline()
  const { data: facility } = useQuery(facilityQuery)
  const now = useMinuteClock()
  const query = useQuery({
    ...read('GET /api/admin/search', { search_query: search }),
    enabled: search !== '',
    // Nothing is kept: the next person at a shared desk sees no earlier search.
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const asks = useQuery({
    ...arrivalAsksQuery(facility ? facilityDay(now, facility.time_zone) : ''),
    enabled: search !== '' && facility !== undefined,
  }).data
  const isCurrent = typed === search && !query.isPlaceholderData && (search === '' || !query.isFetching)
  const pages = session.status === 'signed-in' ? adminNavigation(session.profile.role) : []
  const desk = facility && { ...doing, zone: facility.time_zone, now, asks: asks ?? [] }
  const booking = query.data?.bookings.find(({ id }) => id === acted)
  const groups: ResultGroup[] =
    booking && desk
      ? bookingResults(booking, desk)
      : [
          ...pageResults(pages, typed),
          ...(query.data && desk && search !== '' && typed !== '' ? foundResults(query.data, desk) : []),
        ]
  const count = groups.reduce((sum, { results }) => sum + results.length, 0)
  const isEmpty = isCurrent && count === 0 && query.isSuccess
  return {
    groups,
    isCurrent,
    isEmpty,
    isSearching: typed !== '' && online && (typed !== search || query.isFetching),
    offline: !online,
    error: search !== '' && typed !== '' ? query.error : null,
    retry: () => void query.refetch(),
    spoken: !isCurrent || typed === '' ? '' : count === 0 ? 'Nothing found' : `${count} results`,
  }
}

const Results = ({ id, groups }: { id: string; groups: readonly ResultGroup[] }) => (
  <Combobox.Options id={id} aria-label="Results" className={classes.list ?? ''}>
    {groups.map(({ label, results }) => (
      <Combobox.Group
        key={label}
        label={label}
        classNames={{ group: classes.group ?? '', groupLabel: classes.groupLabel ?? '' }}
      >
        {results.map((result) => (
          <Combobox.Option
            key={result.key}
            value={result.key}
            className={classes.option ?? ''}
            data-danger={result.danger || undefined}
          >
            <Result result={result} />
          </Combobox.Option>
        ))}
      </Combobox.Group>
    ))}
  </Combobox.Options>
)

const Result = ({ result: { Icon, label, below, status } }: { result: SearchResult }) => (
  <>
    <Icon size={20} aria-hidden className={classes.icon} />
    <span className={classes.text}>
      <Text as="span" strong breaks>
        {label}
      </Text>
      {below && (
        <span className={classes.below}>
          {below.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </span>
      )}
    </span>
    {status && <StatusBadge status={status} />}
  </>
)
