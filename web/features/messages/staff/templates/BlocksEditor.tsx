import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconEye, IconEyeOff, IconPlus, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type {
  EmailTemplate,
  TemplateProblems,
} from '../../../../../shared/contract/messages/emailTemplates.ts'
import type { MailBlock } from '../../../../../shared/contract/messages/mailBlocks.ts'
import { variableWords } from '../../../../../shared/domain/messages/variableWords.ts'
import { Stack, Text } from '../../../../ui/layout.tsx'
import classes from './Blocks.module.css'
import CodeEditor, { type CodeEditorHandle } from './CodeEditor.tsx'
import { InsertMenu } from './InsertMenu.tsx'

const kindNames = {
  ...{ heading: 'Heading', greeting: 'Greeting', paragraph: 'Paragraph', note: 'Note', quote: 'Quote' },
  ...{ lines: 'Typed Text', button: 'Button', links: 'Links', list: 'List', prepared: 'Filled In' },
}

function kindName(block: MailBlock): string {
  if (block.kind !== 'table') return kindNames[block.kind]
  return block.rows.some((row) => 'variable' in row || row.total) ? 'Ticket' : 'Facts'
}

interface BlocksEditorProps {
  template: EmailTemplate
  subject: string
  onSubject: (subject: string) => void
  blocks: readonly MailBlock[]
  onChange: (blocks: MailBlock[]) => void
  problems: TemplateProblems
}

/** A message without HTML: its blocks in their order, each with its words. */
export default function BlocksEditor(props: BlocksEditorProps) {
  const { template, subject, onSubject, blocks, onChange, problems } = props
  const list = useRef<HTMLUListElement>(null)
  const [said, setSaid] = useState('')

  /** What has the focus keeps it, although it is put to another place in the page. */
  function move(from: number, by: number) {
    const [block, other] = [blocks[from], blocks[from + by]]
    if (!block || !other) return
    const active = document.activeElement
    flushSync(() => onChange(blocks.with(from, other).with(from + by, block)))
    const isUseless = active instanceof HTMLButtonElement && active.disabled
    const next = isUseless ? list.current?.children[from + by]?.querySelector('[data-move]:enabled') : active
    if (next instanceof HTMLElement) next.focus()
    setSaid(`${kindName(block)} is now ${from + by + 1} of ${blocks.length}.`)
  }
  function add() {
    const id = `n${1 + Math.max(0, ...blocks.map((block) => Number(/^n(\d+)$/.exec(block.id)?.[1] ?? 0)))}`
    flushSync(() => onChange([...blocks, { id, kind: 'paragraph', text: '' }]))
    list.current?.lastElementChild?.querySelector<HTMLElement>('[role="textbox"]')?.focus()
  }
  return (
    <>
      <div className={classes.block}>
        <Words
          title="Subject"
          label="Subject"
          template={template}
          value={subject}
          isOneLine
          problems={problems.filter(({ field }) => field === 'subject_template')}
          onChange={onSubject}
        />
      </div>
      <Text tone="dim" size="sm" className={classes.note}>
        Two stars make **bold**, and [words](https://…) a link. Alt with ↑ or ↓ moves the block you’re in.
      </Text>
      <Stack as="ul" gap="sm" ref={list} aria-label="Blocks">
        {blocks.map((block, index) => (
          <BlockCard
            key={block.id}
            place={index + 1}
            of={blocks.length}
            template={template}
            block={block}
            problems={problems.filter((problem) => problem.block === block.id)}
            onChange={(next) => onChange(blocks.with(index, next))}
            onMove={(by) => move(index, by)}
            onDelete={() => onChange(blocks.toSpliced(index, 1))}
          />
        ))}
      </Stack>
      <Button
        variant="default"
        className={classes.add ?? ''}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={add}
      >
        Add Paragraph
      </Button>
      <div role="status" className={classes.problem}>
        {missingFrom(problems).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}

/** What is wrong with the message as a whole. */
const missingFrom = (problems: TemplateProblems): string[] => [
  ...new Set(
    problems
      .filter(({ field }) => field === 'html_template' || field === 'text_template')
      .map(({ message, name }) =>
        name && message.endsWith('must be mentioned.')
          ? `“${variableWords(name)}” must stay in the message: show its block again, or insert it.`
          : message.replace(/^Line \d+: /, ''),
      ),
  ),
]

interface BlockCardProps {
  place: number
  of: number
  template: EmailTemplate
  block: MailBlock
  problems: TemplateProblems
  onChange: (block: MailBlock) => void
  onMove: (by: -1 | 1) => void
  onDelete: () => void
}

function BlockCard({ place, of, template, block, problems, onChange, onMove, onDelete }: BlockCardProps) {
  const title = kindName(block)
  const label = `${title}, block ${place}`
  function onKeyDown(event: KeyboardEvent) {
    const by = event.altKey && (event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' && 1)
    if (!by) return
    // The text editor would move the line.
    event.preventDefault()
    event.stopPropagation()
    onMove(by)
  }
  function toggle() {
    const { hidden, ...shown } = block
    onChange(hidden ? shown : { ...shown, hidden: true })
  }
  const button = (name: string, Icon: typeof IconEye, onClick: () => void, more: object = {}) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="xl"
      aria-label={`${name} ${label}`}
      title={name}
      onClick={onClick}
      {...more}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  )
  const tools = (
    <>
      {button('Move Up', IconArrowUp, () => onMove(-1), { 'data-move': true, disabled: place === 1 })}
      {button('Move Down', IconArrowDown, () => onMove(1), { 'data-move': true, disabled: place === of })}
      {button(block.hidden ? 'Show' : 'Hide', block.hidden ? IconEyeOff : IconEye, toggle)}
      {!template.default.blocks.some(({ id }) => id === block.id) && button('Delete', IconTrash, onDelete)}
    </>
  )
  const notes = [
    block.hidden && 'Hidden: this block isn’t sent.',
    block.when && `Only sent if there is: ${variableWords(block.when)}`,
    block.kind === 'button' && `Opens: ${variableWords(block.url)}`,
  ].filter(Boolean)
  return (
    <li className={classes.block} data-hidden={block.hidden} onKeyDownCapture={onKeyDown}>
      {'text' in block ? (
        <Words
          title={title}
          label={label}
          template={template}
          value={block.text}
          isOneLine={block.kind === 'heading' || block.kind === 'button'}
          problems={problems}
          onChange={(text) => onChange({ ...block, text })}
          tools={tools}
        />
      ) : (
        <div className={classes.tools}>
          <strong>{title}</strong>
          {tools}
        </div>
      )}
      {'variable' in block && <FilledIn template={template} name={block.variable} />}
      {block.kind === 'table' &&
        block.rows.map((row, index) =>
          'variable' in row ? (
            <FilledIn key={row.variable} template={template} name={row.variable} />
          ) : (
            <Words
              key={`${row.value} ${row.total}`}
              title={row.value ? `Label of: ${firstVariable(row.value)}` : `Row ${index + 1}`}
              label={`${label}, row ${index + 1}`}
              template={template}
              value={row.label}
              problems={problems}
              onChange={(words) =>
                onChange({ ...block, rows: block.rows.with(index, { ...row, label: words }) })
              }
            />
          ),
        )}
      {notes.map((note) => (
        <Text tone="dim" size="sm" key={String(note)} className={classes.note}>
          {note}
        </Text>
      ))}
    </li>
  )
}

interface WordsProps {
  title: string
  label: string
  template: EmailTemplate
  value: string
  isOneLine?: boolean
  problems: TemplateProblems
  onChange: (value: string) => void
  tools?: ReactNode
}

/** Words with the menu of what can be put into them, and what is wrong with them. */
function Words({ title, label, template, value, isOneLine = false, problems, onChange, tools }: WordsProps) {
  const editor = useRef<CodeEditorHandle>(null)
  return (
    <>
      <div className={classes.tools}>
        <strong>{title}</strong>
        <InsertMenu template={template} into={label} onInsert={(text) => editor.current?.insert(text)} />
        {tools}
      </div>
      <CodeEditor
        label={label}
        language={isOneLine ? 'one line of words' : 'words'}
        value={value}
        onChange={onChange}
        problems={problems}
        variables={template.variables}
        handle={editor}
      />
      {problems.map(({ message, name }) => (
        <p key={message} className={classes.problem}>
          {name
            ? `“${name}” isn’t part of this message. Delete it, or choose another one from Insert.`
            : message}
        </p>
      ))}
    </>
  )
}

/** A part whose words come from what was booked or typed. */
const FilledIn = ({ template: { sample }, name }: { template: EmailTemplate; name: string }) => (
  <div className={classes.filled}>
    {variableWords(name)}, filled in for each message. For example:
    <pre>{sample[name]}</pre>
  </div>
)

/** What a row says, named by the first variable outside of a condition's own words. */
const firstVariable = (text: string): string => {
  const name = /\{\{\s*(?!else\b)([\w.]+)\s*\}\}/.exec(text)?.[1]
  return name ? variableWords(name) : text
}
