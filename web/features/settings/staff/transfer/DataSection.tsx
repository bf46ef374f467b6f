import { Button, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { importLimits, type PersonImport } from '../../../../../shared/contract/people/imports.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { importsQuery } from '../../../../api/queries/imports.ts'
import { touches } from '../../../../api/touches.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { ExportButton } from '../../../../components/staff/ExportButton.tsx'
import { whenText } from '../../../../components/staff/whenText.ts'
import { Box, Panel, Text } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { useOnline } from '../../../../ui/useOnline.ts'
import settingsClasses from '../Settings.module.css'
import type { SettingsSearch } from '../sections.ts'
import classes from './Data.module.css'
import { ImportView } from './ImportView.tsx'

/** People come in from a spreadsheet, and everything goes out as a zip. */
export function DataSection({ search }: { search: SettingsSearch }) {
  return search.import ? (
    <ImportView key={search.import} id={search.import} />
  ) : (
    <>
      <NewImport />
      <Imports />
      <Panel as="div" padded gap="sm" className={classes.part}>
        <h3>Take Everything Out</h3>
        <p>
          One zip with a table for everything you have here, your pictures and all receipts, and a list of
          what is in it. No passwords or keys are in it. Keep it safe: it has your customers’ data.
        </p>
        <ExportButton
          file="/api/admin/everything.zip"
          query={{}}
          what="everything"
          label="Download Everything"
        />
      </Panel>
    </>
  )
}

function NewImport() {
  const navigate = useNavigate({ from: '/admin/settings' })
  const online = useOnline()
  const chooser = useRef<HTMLInputElement>(null)
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<string>()
  const upload = useAttempt({
    async send({ source, content }: { source: string; content: Blob }, once) {
      const bytes = await content.arrayBuffer()
      // Named by what it says: what was pasted has no name and no date of its own.
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join('.')
      const file = new File([bytes], digest, { type: 'text/csv', lastModified: 0 })
      return once('POST /api/admin/imports', { source }, file)
    },
    touches: touches.imports,
  })
  async function send(source: string, content: Blob) {
    setProblem(undefined)
    if (content.size > importLimits.megabytes * 1024 * 1024) {
      upload.forgetError()
      return setProblem(
        `A file can have ${importLimits.megabytes} MB. Split this one and import the parts one by one.`,
      )
    }
    const outcome = await upload.attempt({ source, content })
    if (!outcome || !('answer' in outcome)) return
    setPasted('')
    void navigate({ search: { section: 'data', import: outcome.answer.id }, resetScroll: false })
  }
  return (
    <Panel as="div" padded gap="sm" className={classes.part}>
      <h3>Import People</h3>
      <p>
        Customers with children, notes, coaches, future bookings and lessons, one in each row, with headings
        in the first row. You’ll see what happens to each row before anything changes.
      </p>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        aria-label="Spreadsheet as a CSV file"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // The same file can be chosen again once it is mended.
          currentTarget.value = ''
          if (file) void send(file.name, file)
        }}
      />
      <Box below="sm" className={settingsClasses.actions}>
        <Button
          color="stitch.6"
          leftSection={<IconFileUpload size={18} aria-hidden />}
          loading={upload.isPending && pasted === ''}
          disabled={!online || upload.isPending}
          onClick={() => chooser.current?.click()}
        >
          Choose CSV File
        </Button>
      </Box>
      <Textarea
        label="Or Paste From a Spreadsheet"
        description="Select the cells with their headings, copy, and paste here."
        minRows={4}
        rows={5}
        value={pasted}
        onChange={(event) => {
          setPasted(event.currentTarget.value)
          setProblem(undefined)
          upload.forgetError()
        }}
      />
      {problem && <ErrorAlert error={new Error(problem)} text={problem} />}
      <AttemptError error={upload.error} button={pasted ? 'Check Pasted Rows' : 'Choose CSV File'} />
      {pasted.trim() !== '' && (
        <Box below="sm" className={settingsClasses.actions}>
          <Button
            variant="default"
            loading={upload.isPending}
            disabled={!online}
            onClick={() => void send('Pasted rows', new Blob([pasted]))}
          >
            Check Pasted Rows
          </Button>
        </Box>
      )}
      <p className={classes.hint}>
        Up to {importLimits.rows.toLocaleString('en-US')} rows, {importLimits.columns} columns and{' '}
        {importLimits.megabytes} MB. From Excel, save as CSV first.
      </p>
    </Panel>
  )
}

function Imports() {
  const { data, error, refetch } = useQuery(importsQuery)
  const facility = useQuery(facilityQuery).data
  if (error && !data) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (!data || data.imports.length === 0 || !facility) return null
  return (
    <Panel as="div" padded gap="sm" className={classes.part}>
      <h3>Recent Imports</h3>
      <ul className={classes.rows}>
        {data.imports.map((one) => (
          <li key={one.id}>
            <Link
              to="/admin/settings"
              search={{ section: 'data', import: one.id }}
              resetScroll={false}
              className={classes.link ?? ''}
            >
              {one.source}
            </Link>
            <Text as="span" tone="dim" lighter>
              {stateText(one)} · {whenText(one.created_at, facility.time_zone)}
              {one.created_by && ` · ${one.created_by}`}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const people = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`)

function stateText({ state, counts }: PersonImport): string {
  const taken = counts ? counts.new + counts.adds : 0
  if (state === 'checked') return `Not imported yet, ${people(taken)} ready`
  if (state === 'taken') return `${people(taken)} imported`
  return { checking: 'Checking', taking: 'Importing', undoing: 'Undoing', undone: 'Undone' }[state]
}
