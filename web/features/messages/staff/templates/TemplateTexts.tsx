import { SegmentedControl, Skeleton, Tabs, TextInput } from '@mantine/core'
import { Suspense, useRef } from 'react'
import type {
  EmailTemplate,
  TemplateProblems,
} from '../../../../../shared/contract/messages/emailTemplates.ts'
import { Grid, Text } from '../../../../ui/layout.tsx'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import type { CodeEditorHandle } from './CodeEditor.tsx'
import classes from './Templates.module.css'
import { type Part, partLabels, parts, type TemplateDraft } from './templateDraft.ts'

const CodeEditor = lazyPart(() => import('./CodeEditor.tsx'))

interface TemplateTextsProps {
  template: EmailTemplate
  draft: TemplateDraft
  onChange: (part: Part, text: string) => void
  problems: TemplateProblems
  part: Part
  onPart: (part: Part) => void
  /** The preview is shown in place of the code. */
  isPreview: boolean
  onPreview: (isPreview: boolean) => void
  preview: React.ReactNode
  /** Beneath the editor. */
  notice: React.ReactNode
}

/** Subject, HTML and text of a message, each in its tab, and the variables that can be put into them. */
export function TemplateTexts(props: TemplateTextsProps) {
  const { template, draft, onChange, problems, part, onPart, isPreview, onPreview, preview, notice } = props
  const subject = useRef<HTMLInputElement>(null)
  const editor = useRef<CodeEditorHandle>(null)
  const ofPart = (each: Part) => problems.filter(({ field }) => field === each)

  function insert(variable: string) {
    const text = `{{${variable}}}`
    const field = subject.current
    if (part !== 'subject_template' || !field) return editor.current?.insert(text)
    field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
    onChange(part, field.value)
    field.focus()
  }
  const code = (each: 'html_template' | 'text_template') => (
    <Suspense fallback={<Skeleton height={300} />}>
      <CodeEditor
        key={each}
        handle={editor}
        label={`${partLabels[each]} of the message`}
        language={each === 'html_template' ? 'html' : 'text'}
        value={draft[each]}
        onChange={(text) => onChange(each, text)}
        problems={ofPart(each)}
        variables={template.variables}
      />
    </Suspense>
  )
  return (
    <>
      <Tabs value={part} onChange={(value) => onPart(value as Part)} keepMounted={false}>
        <Tabs.List>
          {parts.map((each) => (
            <Tabs.Tab key={each} value={each} className={classes.tab ?? ''}>
              {partLabels[each]}
              {ofPart(each).length > 0 && <span className={classes.count}>{ofPart(each).length} to fix</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="subject_template" className={classes.panel ?? ''}>
          <TextInput
            ref={subject}
            label="Subject"
            maxLength={300}
            value={draft.subject_template}
            error={ofPart('subject_template').length > 0}
            onChange={({ currentTarget }) => onChange('subject_template', currentTarget.value)}
          />
        </Tabs.Panel>
        <Tabs.Panel value="html_template" className={classes.panel ?? ''}>
          <SegmentedControl
            aria-label="Show"
            classNames={{ root: classes.toggle ?? '', label: classes.toggleChoice ?? '' }}
            value={isPreview ? 'preview' : 'code'}
            onChange={(value) => onPreview(value === 'preview')}
            data={[
              { value: 'code', label: 'Code' },
              { value: 'preview', label: 'Preview' },
            ]}
          />
          {isPreview ? preview : code('html_template')}
        </Tabs.Panel>
        <Tabs.Panel value="text_template" className={classes.panel ?? ''}>
          {code('text_template')}
        </Tabs.Panel>
      </Tabs>
      <Problems problems={problems} />
      {notice}
      {!(isPreview && part === 'html_template') && <Variables template={template} onInsert={insert} />}
    </>
  )
}

/** Why the text cannot be saved. */
const Problems = ({ problems }: { problems: TemplateProblems }) => (
  <div role="status" className={classes.problems} data-any={problems.length > 0 || undefined}>
    {problems.length > 0 && (
      <>
        <strong>This cannot be saved yet:</strong>
        <ul>
          {problems.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              {field === 'blocks' ? message : `${partLabels[field]}: ${message}`}
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
)

function Variables({ template, onInsert }: { template: EmailTemplate; onInsert: (name: string) => void }) {
  const { variables, required_variables: required, sample } = template
  return (
    <section aria-labelledby="variables">
      <Text as="h3" size="lg" below={4} id="variables" className={classes.part}>
        Variables
      </Text>
      <Text below="xs" tone="dim" size="sm" breaks>
        Press one to insert it. Parts can depend on one: <code>{'{{#if name}}…{{else}}…{{/if}}'}</code> and{' '}
        <code>{'{{#unless name}}…{{/unless}}'}</code>.
      </Text>
      <Grid as="ul" gap="xs" className={classes.variables}>
        {variables.map((name) => (
          <li key={name}>
            <button
              type="button"
              // The cursor stays where it is in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onInsert(name)}
              aria-label={`Insert ${name}`}
              title={sample[name]}
            >
              <code>{name}</code>
              {required.includes(name) && <em>needed</em>}
              {sample[name] && <span>{sample[name]}</span>}
            </button>
          </li>
        ))}
      </Grid>
    </section>
  )
}
