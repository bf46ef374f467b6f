import { Button, Skeleton, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readPlainText } from '../../../../shared/domain/facility/plainText.ts'
import {
  type PublicTextKey,
  problemOfText,
  publicTexts,
  textFacts,
} from '../../../../shared/domain/facility/publicTexts.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import { isRefusal } from '../../../api/apiError.ts'
import type { AnswerOf } from '../../../api/call.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { PlainText } from '../../../components/PlainText.tsx'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { LeaveUnsaved } from '../../../ui/staff/LeaveUnsaved.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './Settings.module.css'
import stateClasses from './State.module.css'
import type { SettingsSearch } from './sections.ts'

const keys = Object.keys(publicTexts) as PublicTextKey[]

/** The public texts in the owner's words: written, looked at, published, and any earlier version taken up again. */
export function TextsSection({ search }: { search: SettingsSearch }) {
  const navigate = useNavigate({ from: '/admin/settings' })
  const open = keys.find((key) => key === search.text) ?? 'home-cards'
  const { data, error, refetch } = useQuery({
    ...read('GET /api/settings/texts/:key', { key: open }),
    staleTime: 0,
  })
  return (
    <>
      <Stack as="label" gap={4} className={stateClasses.version}>
        <span>Which Text</span>
        <select
          value={open}
          onChange={({ currentTarget }) =>
            void navigate({ search: { section: 'texts', text: currentTarget.value }, resetScroll: false })
          }
        >
          {keys.map((key) => (
            <option key={key} value={key}>
              {publicTexts[key].title}
            </option>
          ))}
        </select>
      </Stack>
      {data ? (
        <TextEditor key={open} of={open} text={data} />
      ) : error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={520} role="status" aria-label="Loading the text" />
      )}
    </>
  )
}

function TextEditor({
  of: key,
  text: { versions, own },
}: {
  of: PublicTextKey
  text: AnswerOf<'GET /api/settings/texts/:key'>
}) {
  const { title, about, facts } = publicTexts[key]
  const facility = useQuery(facilityQuery).data
  const newest = versions[0]
  // What the text began from: someone else's is not published over.
  const [begun, setBegun] = useState({ version: newest?.version ?? 0, body: newest?.body ?? own })
  const form = useForm({
    values: { body: begun.body },
    staysOpen: true,
    check: ({ body }) => ({ body: problemOfText(key, body) }),
    send: (json, once) =>
      once('POST /api/settings/texts/:key', { key, ...json, seen_version: begun.version }),
    touches: touches.texts,
    onDone: (published) => {
      setBegun(published)
      form.set({ body: published.body })
      toast.success('Published. Your site shows it now.')
    },
  })
  const { body } = form.values
  const setBody = (body: string) => form.set({ body })
  const isChanged = body !== begun.body
  const isLate = isRefusal(form.problem, 'text_changed')
  const takeUp = (version: string) => {
    const chosen = versions.find((each) => String(each.version) === version)
    setBody(version === '0' ? own : (chosen?.body ?? body))
  }
  return (
    <form className={classes.form} aria-label={title} onSubmit={form.onSubmit}>
      <p className={classes.none}>{about}</p>
      <Stack as="label" gap={4} className={stateClasses.version}>
        <span>Begin from</span>
        <select
          value={body === own ? '0' : String(versions.find((each) => each.body === body)?.version ?? '')}
          onChange={(event) => takeUp(event.currentTarget.value)}
        >
          <option value="" hidden>
            Your changes
          </option>
          {versions.map(({ version, published_at, published_by }) => (
            <option key={version} value={version}>
              Version {version},{' '}
              {facility && formatDay(facilityDay(published_at, facility.time_zone), 'dated')}
              {published_by && `, ${published_by}`}
              {version === newest?.version && ' (in force)'}
            </option>
          ))}
          <option value="0">Dugout’s text{newest ? '' : ' (in force)'}</option>
        </select>
      </Stack>
      <Textarea
        size="sm"
        label="Text"
        description={`Start a heading with # and an entry of a list with -. A paragraph that starts with ! stands out. An entry such as “- Prices: /book-cage” is a link.${filledIn(facts)}`}
        autosize
        minRows={8}
        maxRows={26}
        maxLength={60_000}
        {...form.field('body')}
      />
      <details className={stateClasses.reading}>
        <summary>How it reads</summary>
        {[...readPlainText(body, facility && textFacts(facility)).entries()].map(([number, section]) => (
          <section key={number}>
            {section.title && <h3>{section.title}</h3>}
            <PlainText blocks={section.blocks} />
          </section>
        ))}
      </details>
      <AttemptError error={form.problem} button="Publish" />
      {isLate && newest && newest.version !== begun.version && (
        <div className={classes.restore}>
          <span>
            {newest.published_by ?? 'Someone'} published version {newest.version}.
          </span>
          <Button
            variant="subtle"
            onClick={() => {
              setBegun(newest)
              setBody(newest.body)
              form.forgetProblem()
            }}
          >
            Take Theirs
          </Button>
          <Button
            variant="subtle"
            onClick={() => {
              setBegun(newest)
              form.forgetProblem()
            }}
          >
            Keep Mine
          </Button>
        </div>
      )}
      <Row align="stretch" className={classes.foot} data-changed={isChanged || undefined}>
        <Button
          type="submit"
          color="stitch.6"
          loading={form.isPending}
          disabled={body.trim() === '' || (!isChanged && newest !== undefined)}
        >
          Publish
        </Button>
        {isChanged && (
          <Button variant="default" onClick={() => setBody(begun.body)}>
            Discard Changes
          </Button>
        )}
      </Row>
      <LeaveUnsaved changed={isChanged} text="Your text is not published yet." />
    </form>
  )
}

/** ' {name}, {city} and {contact} are filled in.' */
function filledIn(facts: readonly string[]): string {
  const names = new Intl.ListFormat('en').format(facts.map((fact) => `{${fact}}`))
  return facts.length === 0 ? '' : ` ${names} are filled in.`
}
