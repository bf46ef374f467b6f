import { Button, Checkbox, SegmentedControl, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { changedByOthers } from '../../../../../shared/contract/bookings/staffChanges.ts'
import {
  type EmailTemplate,
  type TemplateProblems,
  templateProblems,
} from '../../../../../shared/contract/messages/emailTemplates.ts'
import { isRefusal } from '../../../../api/apiError.ts'
import type { AnswerOf } from '../../../../api/call.ts'
import { emailTemplatesQuery } from '../../../../api/queries/emailTemplates.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { read } from '../../../../api/read.ts'
import { touches } from '../../../../api/touches.ts'
import { useCall } from '../../../../api/useAttempt.ts'
import { useForm } from '../../../../components/form/useForm.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { ConfirmAction } from '../../../../components/staff/form/ConfirmAction.tsx'
import { FormDialog } from '../../../../components/staff/form/FormDialog.tsx'
import { whenText } from '../../../../components/staff/whenText.ts'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { Grid, Row, Text } from '../../../../ui/layout.tsx'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import { LeaveUnsaved } from '../../../../ui/staff/LeaveUnsaved.tsx'
import { toast } from '../../../../ui/toast.ts'
import { History } from './History.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import classes from './Templates.module.css'
import { TemplateTexts } from './TemplateTexts.tsx'
import { TextDifference } from './TextDifference.tsx'
import { draftOf, isSameDraft, type Part, type TemplateDraft, textsOf } from './templateDraft.ts'

const BlocksEditor = lazyPart(() => import('./BlocksEditor.tsx'))

/** After the last key, in milliseconds. */
const PREVIEW_PAUSE = 400

/** One message's texts: edit, preview, test, save; its history and the standard text (spec 3 §2). */
export function TemplateEditor({ template }: { template: EmailTemplate }) {
  const queryClient = useQueryClient()
  // What the draft began from.
  const [seen, setSeen] = useState(template)
  const [part, setPart] = useState<Part>('html_template')
  const [isPreview, setPreview] = useState(false)
  const [dialog, setDialog] = useState<'history' | 'restore' | 'blocks'>()
  const [wantsHtml, setWantsHtml] = useState(false)
  const [saved, setSaved] = useState<AnswerOf<'PUT /api/admin/email-templates/:id'>>()
  const form = useForm({
    values: draftOf(template),
    send: (sent: TemplateDraft, once) =>
      once('PUT /api/admin/email-templates/:id', {
        id: template.id,
        ...sent,
        expected_revision: seen.revision,
      }),
    touches: touches.emailTemplates,
    staysOpen: true,
    onDone(answer) {
      begin(answer.template)
      setSaved(answer)
      toast.success('Email template updated successfully!')
    },
    onRefused(error) {
      const [first] = problemsOf(error)
      if (!first || first.field === 'blocks') return
      setPart(first.field)
      setPreview(false)
    },
  })
  const draft = form.values
  const isAdvanced = wantsHtml || draft.blocks === null
  const isChanged = !isSameDraft(draft, seen)
  // What the last save took out of the HTML.
  const removed = !isChanged && saved?.template.revision === seen.revision ? saved.removed : []
  if (!isChanged && seen.revision !== template.revision) begin(template)

  /** As it would be sent; what cannot be sent is refused with its places. */
  const previewOf = (of: ReturnType<typeof textsOf>) =>
    read('POST /api/admin/email-templates/:id/preview', { id: template.id, ...of })
  const [texts] = useDebouncedValue(textsOf(draft), PREVIEW_PAUSE)
  const preview = useQuery({ ...previewOf(texts), placeholderData: keepPreviousData, gcTime: 60_000 })
  const problems = problemsOf(preview.error)
  const test = useCall('POST /api/admin/email-templates/:id/test')

  function begin(from: EmailTemplate) {
    setSeen(from)
    form.replace(draftOf(from))
  }
  async function sendTest() {
    const outcome = await test.attempt({ id: template.id, ...textsOf(draft) })
    if (outcome && 'answer' in outcome) toast.success(outcome.answer.message)
  }
  /** Goes on from what someone else has saved. */
  async function goOn(from: (fresh: EmailTemplate) => void) {
    const { templates } = await queryClient.fetchQuery(emailTemplatesQuery)
    const fresh = templates.find(({ key }) => key === template.key)
    if (fresh) from(fresh)
    form.forgetProblem()
  }
  /** The HTML as it is written from the blocks now; what is wrong in them is shown instead. */
  async function openHtml() {
    if (isChanged) {
      const written = await queryClient.fetchQuery(previewOf(textsOf(draft))).catch(() => null)
      if (!written) return
      form.set({ html_template: written.html_template, text_template: written.text_template })
    }
    setWantsHtml(true)
  }
  const isLate = isRefusal(form.problem, 'changed_meanwhile')
  const shown = <TemplatePreview query={preview} asText={isAdvanced && part === 'text_template'} />
  const inPlace = isAdvanced && isPreview && part === 'html_template'
  const takenOut = removed.length > 0 ? removed : isAdvanced ? (preview.data?.removed ?? []) : []
  return (
    <Grid
      ref={form.element}
      aria-label={template.name}
      as="form"
      gap="lg"
      className={classes.editor}
      data-in-place={inPlace || undefined}
      noValidate
      onSubmit={form.onSubmit}
    >
      <div className={classes.main}>
        <Head template={template}>
          <Button variant="default" onClick={() => setDialog('history')}>
            History
          </Button>
          <Button variant="default" disabled={!template.edited} onClick={() => setDialog('restore')}>
            Restore Default…
          </Button>
        </Head>
        {draft.blocks ? (
          <SegmentedControl
            aria-label="Edit as"
            className={classes.toggle ?? ''}
            classNames={{ label: classes.toggleChoice ?? '' }}
            value={isAdvanced ? 'html' : 'blocks'}
            onChange={(value) => (value === 'html' ? void openHtml() : setWantsHtml(false))}
            data={[
              { value: 'blocks', label: 'Blocks' },
              { value: 'html', label: 'Advanced' },
            ]}
          />
        ) : (
          <Row align="stretch" className={classes.buttons}>
            <Text below="xs" tone="dim" size="sm" breaks>
              This text is edited as HTML.
            </Text>
            <Button variant="default" onClick={() => setDialog('blocks')}>
              Back to Blocks…
            </Button>
          </Row>
        )}
        {draft.blocks && !isAdvanced ? (
          <Suspense fallback={<Skeleton height={420} />}>
            <BlocksEditor
              template={template}
              subject={draft.subject_template}
              onSubject={(subject_template) => form.set({ subject_template })}
              blocks={draft.blocks}
              onChange={(blocks) => form.set({ blocks })}
              problems={problems}
            />
          </Suspense>
        ) : (
          <TemplateTexts
            template={template}
            draft={draft}
            onChange={(each, text) =>
              form.set({ [each]: text, ...(each === 'subject_template' ? {} : { blocks: null }) })
            }
            problems={problems}
            part={part}
            onPart={setPart}
            isPreview={isPreview}
            onPreview={setPreview}
            preview={shown}
            notice={<TakenOut parts={takenOut} isSaved={removed.length > 0} />}
          />
        )}
        <TextInput
          label="Name"
          maxLength={100}
          description={`What you call it here. Customers don’t see it. Key: ${template.key}`}
          {...form.field('name')}
        />
        <Textarea
          label="Description"
          autosize
          minRows={1}
          maxRows={4}
          maxLength={500}
          {...form.field('description')}
        />
        <Checkbox
          label="Active"
          description="Your own text is sent. While this is off, the standard text is sent instead, so no message is skipped."
          {...form.tick('is_active')}
        />
      </div>
      {!inPlace && <div className={classes.side}>{shown}</div>}
      <div className={classes.foot} data-changed={isChanged || undefined}>
        {isLate ? (
          <ChangedMeanwhile
            error={form.problem}
            onGoOn={() => goOn(setSeen)}
            onTakeTheirs={() => goOn(begin)}
          />
        ) : (
          <AttemptError error={form.problem} button="Save" failure="Failed to update email template." />
        )}
        <AttemptError error={test.error} button="Send Test to Me" />
        <Row align="stretch" className={classes.buttons}>
          <Button type="submit" color="stitch.6" loading={form.isPending} disabled={!isChanged || isLate}>
            Save
          </Button>
          {isChanged && (
            <Button variant="default" disabled={form.isPending} onClick={() => begin(template)}>
              Discard Changes
            </Button>
          )}
          <Button variant="default" loading={test.isPending} onClick={() => void sendTest()}>
            Send Test to Me
          </Button>
        </Row>
      </div>
      <FormDialog
        of={dialog === 'history' ? draft : undefined}
        onClose={() => setDialog(undefined)}
        title="History"
        long
        wide
      >
        {(now, close) => (
          <History
            template={template}
            draft={now}
            onClose={close}
            onUse={(version) => {
              form.set(draftOf(version))
              close()
            }}
          />
        )}
      </FormDialog>
      <ConfirmAction
        of={dialog === 'restore' ? template : undefined}
        onClose={() => setDialog(undefined)}
        asks={{
          title: 'Restore the default?',
          text: 'The standard text is sent again. Yours stays in the history.',
          label: 'Restore Default',
        }}
        send={({ id, revision: expected_revision }, once) =>
          once('POST /api/admin/email-templates/:id/restore', { id, expected_revision })
        }
        touches={touches.emailTemplates}
        onDone={({ template: restored }) => {
          begin(restored)
          toast.success('The standard text is used again.')
        }}
      >
        {(own) => <TextDifference before={own} after={own.default} same="Both texts are the same." />}
      </ConfirmAction>
      <ConfirmDialog
        opened={dialog === 'blocks'}
        title="Start again from the standard blocks?"
        text="The HTML in the editor is replaced by the standard text, in blocks. Each version that you saved stays in the history."
        label="Back to Blocks"
        onConfirm={() => {
          const { html_template, text_template, blocks } = template.default
          form.set({ html_template, text_template, blocks })
          setWantsHtml(false)
          setDialog(undefined)
        }}
        onClose={() => setDialog(undefined)}
      />
      <LeaveUnsaved changed={isChanged} text="The text that you have changed is not saved yet." />
    </Grid>
  )
}

/** Which message it is, who saved it last, and the buttons that go back to another text. */
function Head({ template, children }: { template: EmailTemplate; children: ReactNode }) {
  const zone = useQuery(facilityQuery).data?.time_zone ?? 'UTC'
  const { name, edited, saved_at, saved_by_name, problems } = template
  const saved = saved_at && `${whenText(saved_at, zone)}${saved_by_name ? ` by ${saved_by_name}` : ''}`
  return (
    <div className={classes.head}>
      <h2>{name}</h2>
      <p>
        {edited ? 'Your own text' : 'The standard text'}
        {saved && `, last changed ${saved}`}.
      </p>
      {problems.length > 0 && (
        <p role="alert">The saved text cannot be sent, so the standard text goes out: {problems[0]}</p>
      )}
      <Row align="stretch" className={classes.buttons}>
        {children}
      </Row>
    </div>
  )
}

/** What the author of the HTML is told of it. */
const TakenOut = ({ parts, isSaved }: { parts: string[]; isSaved: boolean }) => (
  <div role="status" className={classes.problems} data-any={parts.length > 0 || undefined}>
    {parts.length > 0 && (
      <>
        <strong>{isSaved ? 'Saved' : 'This will be saved'} without what an email can’t carry:</strong>
        <ul>
          {parts.map((part) => (
            <li key={part}>
              <code>{part}</code>
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
)

interface ChangedMeanwhileProps {
  error: Error | null
  onGoOn: () => Promise<void>
  onTakeTheirs: () => Promise<void>
}

function ChangedMeanwhile({ error, onGoOn, onTakeTheirs }: ChangedMeanwhileProps) {
  const details = error && 'details' in error ? changedByOthers.safeParse(error.details).data : undefined
  return (
    <div role="alert" className={classes.late}>
      <p>
        {details?.changed_by ?? 'Someone else'} saved this template while you were editing. Your version isn’t
        saved yet, but it isn’t lost.
      </p>
      <Row align="stretch" className={classes.buttons}>
        <Button variant="default" onClick={() => void onGoOn()}>
          Continue With Mine
        </Button>
        <Button variant="default" onClick={() => void onTakeTheirs()}>
          Take Theirs
        </Button>
      </Row>
    </div>
  )
}

/** What a refusal says about the texts. */
function problemsOf(error: unknown): TemplateProblems {
  if (!isRefusal(error, 'template_invalid')) return []
  return templateProblems.safeParse(error.details).data ?? []
}
