import { Button, Checkbox, NativeSelect, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type {
  ImportInUse,
  ImportOutcome,
  PersonImport,
} from '../../../../../shared/contract/people/imports.ts'
import { importFields } from '../../../../../shared/domain/people/importFields.ts'
import { isRefusal } from '../../../../api/apiError.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { importQuery, importRowsQuery } from '../../../../api/queries/imports.ts'
import { touches } from '../../../../api/touches.ts'
import { useCall } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { ExportButton } from '../../../../components/staff/ExportButton.tsx'
import { ConfirmAction } from '../../../../components/staff/form/ConfirmAction.tsx'
import { whenText } from '../../../../components/staff/whenText.ts'
import { Box, Grid, Panel, Row, Stack, Text } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import settingsClasses from '../Settings.module.css'
import classes from './Data.module.css'

const number = (count: number) => count.toLocaleString('en-US')
const rowsText = (count: number) => (count === 1 ? '1 Row' : `${number(count)} Rows`)

/** One import: what is in the file, what becomes of it, and what was done. */
export function ImportView({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(importQuery(id))
  const facility = useQuery(facilityQuery).data
  if (error && !data) {
    return (
      <>
        <BackLink />
        <ErrorAlert error={error} text={error.message} onRetry={() => void refetch()} />
      </>
    )
  }
  if (!data || !facility) return <Skeleton height={420} role="status" aria-label="Loading the import" />
  const when = (at: string) => whenText(at, facility.time_zone)
  return (
    <>
      <BackLink />
      <Panel as="div" padded gap="sm" className={classes.part}>
        <h3>{data.source}</h3>
        {data.progress && <ImportProgress {...data} progress={data.progress} />}
        {data.problem && <ErrorAlert error={new Error(data.problem)} text={data.problem} />}
        {data.state === 'checked' && <CheckedImport key={data.columns.join()} found={data} />}
        {data.state === 'taken' && <TakenImport found={data} when={when} />}
        {data.state === 'undone' && data.undone_at && (
          <p>Undone {when(data.undone_at)}. What it added is gone.</p>
        )}
      </Panel>
      {!data.progress && data.rows > 0 && <ImportRows found={data} />}
    </>
  )
}

const BackLink = () => (
  <Link to="/admin/settings" search={{ section: 'data' }} className={classes.back ?? ''}>
    <IconArrowLeft size={18} aria-hidden /> All Imports
  </Link>
)

const doing = { checking: 'Checking your rows…', taking: 'Importing…', undoing: 'Undoing…' } as const

function ImportProgress({
  state,
  progress: { done, total },
}: PersonImport & { progress: { done: number; total: number } }) {
  const text = doing[state as keyof typeof doing]
  return (
    <Stack gap={6} className={classes.progress} role="status">
      <strong>{text}</strong>
      <progress aria-label={text} {...(total > 0 ? { value: done, max: total } : {})} />
      <Text as="span" tone="dim" lighter>
        You can close this page; it goes on without you.
      </Text>
    </Stack>
  )
}

function CheckedImport({ found }: { found: PersonImport }) {
  const { id, counts, rejected, headings } = found
  const navigate = useNavigate({ from: '/admin/settings' })
  const param = { import_id: id }
  const [columns, setColumns] = useState(found.columns)
  const [invite, setInvite] = useState(false)
  const map = useCall('PUT /api/admin/imports/:import_id/columns', { touches: touches.imports })
  const take = useCall('POST /api/admin/imports/:import_id/take', { touches: touches.imports })
  const discard = useCall('DELETE /api/admin/imports/:import_id', { touches: touches.imports })
  const ready = counts ? counts.new + counts.adds : 0
  const isChanged = columns.some((column, index) => column !== found.columns[index])
  const hasName = found.columns.some((column) => column === 'name' || column === 'first_name')
  return (
    <>
      {counts && (
        <ul className={classes.counts}>
          <Count value={counts.new} text="new" />
          {counts.adds > 0 && <Count value={counts.adds} text="added to people you have" />}
          <Count value={counts.duplicate} text={counts.duplicate === 1 ? 'duplicate' : 'duplicates'} />
          <Count value={counts.wrong} text="to fix" isBad={counts.wrong > 0} />
        </ul>
      )}
      <details className={classes.columns} open={!hasName || isChanged || undefined}>
        <summary>
          {hasName ? 'Columns' : 'Say which column has the names'}{' '}
          <Text as="span" tone="dim" lighter>
            {found.columns.filter(Boolean).length} of {headings.length} are used
          </Text>
        </summary>
        <Grid gap="sm" className={classes.fields}>
          {headings.map((heading, index) => (
            <NativeSelect
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are told apart by their place
              key={index}
              label={heading}
              value={columns[index]}
              onChange={({ currentTarget: { value } }) =>
                setColumns(columns.with(index, value as PersonImport['columns'][number]))
              }
              data={[
                { value: '', label: 'Leave Out' },
                ...Object.entries(importFields).map(([key, { label }]) => ({ value: key, label })),
              ]}
            />
          ))}
        </Grid>
        <AttemptError error={map.error} button="Check Again" />
        {isChanged && (
          <Box below="sm" className={settingsClasses.actions}>
            <Button
              color="stitch.6"
              loading={map.isPending}
              onClick={() => void map.attempt({ ...param, columns })}
            >
              Check Again
            </Button>
          </Box>
        )}
      </details>
      {rejected > 0 && <RejectedLink found={found} />}
      {ready > 0 && (
        <Checkbox
          checked={invite}
          onChange={(event) => setInvite(event.currentTarget.checked)}
          label="Email each new customer an invitation to set a password"
          description="One each, spread out over time. Otherwise no one is emailed."
        />
      )}
      <AttemptError error={take.error ?? discard.error} button={`Import ${rowsText(ready)}`} />
      <Box below="sm" className={settingsClasses.actions}>
        {ready > 0 && (
          <Button
            color="stitch.6"
            disabled={isChanged || discard.isPending}
            loading={take.isPending}
            onClick={() => void take.attempt({ ...param, invite })}
          >
            Import {rowsText(ready)}
          </Button>
        )}
        <Button
          variant="default"
          disabled={take.isPending}
          loading={discard.isPending}
          onClick={async () => {
            const outcome = await discard.attempt(param)
            if (outcome && 'answer' in outcome)
              void navigate({ search: { section: 'data' }, resetScroll: false })
          }}
        >
          Discard
        </Button>
      </Box>
    </>
  )
}

const Count = ({ value, text, isBad = false }: { value: number; text: string; isBad?: boolean }) => (
  <li data-bad={isBad || undefined}>
    <strong>{number(value)}</strong> {text}
  </li>
)

const RejectedLink = ({ found: { id, rejected } }: { found: PersonImport }) => (
  <ExportButton
    file={`/api/admin/imports/${id}/rejected.csv`}
    query={{}}
    what="rows to fix"
    label={`Download ${rowsText(rejected)} to Fix`}
  />
)

function TakenImport({ found, when }: { found: PersonImport; when: (at: string) => string }) {
  const { id, counts, taken_at, undo_until, rejected, invite } = found
  const [asking, setAsking] = useState<true>()
  const done = counts ? counts.new + counts.adds : 0
  return (
    <>
      <p>
        {rowsText(done).toLowerCase()} imported{taken_at && ` ${when(taken_at)}`}.{' '}
        {invite ? 'Invitations are on their way.' : 'No one was emailed.'}
      </p>
      {rejected > 0 && <RejectedLink found={found} />}
      {undo_until && (
        <Row gap="sm" className={classes.undo}>
          <Button variant="default" onClick={() => setAsking(true)}>
            Undo Import
          </Button>
          <Text as="span" tone="dim" lighter>
            Until {when(undo_until)}
          </Text>
        </Row>
      )}
      <ConfirmAction
        of={asking}
        onClose={() => setAsking(undefined)}
        asks={(_, refusal) =>
          usedIn(refusal)
            ? {
                title: 'Undo the others?',
                label: 'Undo the Others',
                dismissLabel: 'Keep It',
                isExplained: true,
              }
            : {
                title: 'Undo this import?',
                text: 'Everyone and everything that it added is deleted. People you had before stay.',
                label: 'Undo Import',
                dismissLabel: 'Keep It',
              }
        }
        send={(_, once, refusal) =>
          once('POST /api/admin/imports/:import_id/undo', {
            import_id: id,
            keep_changed: usedIn(refusal) !== null,
          })
        }
        touches={touches.imports}
      >
        {(_, refusal) => <InUse people={usedIn(refusal)} />}
      </ConfirmAction>
    </>
  )
}

const usedIn = (refusal: Error | null): ImportInUse['people'] | null =>
  isRefusal(refusal, 'import_in_use') ? (refusal.details as ImportInUse).people : null

/** Who keeps the import from being undone as a whole. */
const InUse = ({ people }: { people: ImportInUse['people'] | null }) =>
  people && (
    <>
      <p>These people have done something since, and would stay:</p>
      <ul className={classes.rows}>
        {people.map(({ row, name, since }) => (
          <li key={row}>
            <strong>{name || `Row ${row}`}</strong>
            <Text as="span" tone="dim" lighter>
              {since}
            </Text>
          </li>
        ))}
      </ul>
    </>
  )

const outcomes: Readonly<Record<ImportOutcome, string>> = {
  new: 'New',
  adds: 'Adds',
  duplicate: 'Duplicate',
  wrong: 'To Fix',
}

function ImportRows({ found }: { found: PersonImport }) {
  const { counts, columns } = found
  const [chosen, setChosen] = useState<ImportOutcome | ''>()
  // What is to be mended comes first.
  const outcome = (chosen ?? (counts?.wrong ? 'wrong' : '')) || undefined
  const rows = useInfiniteQuery(importRowsQuery(found, outcome))
  const shown = rows.data?.pages.flatMap(({ items }) => items)
  const nameOf = (cells: readonly string[]) => {
    const named = ['name', 'first_name', 'last_name'].map((field) => cells[columns.indexOf(field as 'name')])
    return named.filter(Boolean).join(' ') || cells.find(Boolean) || ''
  }
  let list: ReactNode = <Skeleton height={240} role="status" aria-label="Loading rows" />
  if (rows.error && !shown) list = <ErrorAlert error={rows.error} onRetry={() => void rows.refetch()} />
  if (shown) {
    list = (
      <ul className={classes.list}>
        {shown.map(({ number: row, cells, outcome: result, becomes, reasons }) => (
          <li key={row} data-outcome={result}>
            <Text as="span" tone="dim" numbers className={classes.number}>
              Row {row}
            </Text>
            <strong>{nameOf(cells)}</strong>
            {result && <span className={classes.outcome}>{outcomes[result]}</span>}
            <span className={classes.becomes}>
              {becomes}
              {reasons.map(({ column, message }, index) => (
                <span key={column + message}>
                  {index > 0 && '\n'}
                  {column && <b>{column}: </b>}
                  {message}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Panel as="div" padded gap="sm" className={classes.part}>
      <Row apart>
        <h3>Rows</h3>
        <NativeSelect
          aria-label="Which rows"
          value={outcome ?? ''}
          onChange={({ currentTarget: { value } }) => setChosen(value as ImportOutcome | '')}
          data={[
            { value: '', label: `All ${rowsText(found.rows)}` },
            ...Object.entries(outcomes).flatMap(([value, label]) => {
              const count = counts?.[value as ImportOutcome] ?? 0
              return count > 0 ? [{ value, label: `${label} (${number(count)})` }] : []
            }),
          ]}
        />
      </Row>
      {list}
      {rows.hasNextPage && (
        <Button variant="default" loading={rows.isFetchingNextPage} onClick={() => void rows.fetchNextPage()}>
          Load More Rows
        </Button>
      )}
    </Panel>
  )
}
