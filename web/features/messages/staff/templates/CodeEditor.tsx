import { html } from '@codemirror/lang-html'
import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { Annotation, EditorState } from '@codemirror/state'
import { Decoration, EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { basicSetup, minimalSetup } from 'codemirror'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { TemplateProblems } from '../../../../../shared/contract/messages/emailTemplates.ts'
import { cspNonce } from '../../../../ui/cspNonce.ts'
import { chips } from './chips.ts'
import classes from './Templates.module.css'

/** What the page does with the editor. */
export interface CodeEditorHandle {
  /** Puts a text in place of what is selected, and goes on after it. */
  insert: (text: string) => void
  focus: () => void
}

interface CodeEditorProps {
  label: string
  /** Words show what stands in braces in people's words, and no line numbers. */
  language: 'html' | 'text' | 'words' | 'one line of words'
  value: string
  onChange: (value: string) => void
  /** Marked where they are, in HTML and text. */
  problems: TemplateProblems
  /** What the message knows. */
  variables: readonly string[]
  handle?: Ref<CodeEditorHandle> | undefined
}

/**
 * An editor for a part of a message. It is downloaded when the first template is opened. Tab leaves it, as any field: only spaces
 * indent.
 */
export default function CodeEditor(props: CodeEditorProps) {
  const { label, language, value, onChange, problems, variables, handle } = props
  const isWords = language.endsWith('words')
  const element = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  }, [onChange])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value is put into the editor below
  useEffect(() => {
    if (!element.current) return
    const editor = new EditorView({
      parent: element.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          EditorView.cspNonce.of(cspNonce()),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ tabindex: '0', spellcheck: 'true' }),
          EditorView.updateListener.of((update) => {
            const isTyped = !update.transactions.some((one) => one.annotation(fromOutside))
            if (update.docChanged && isTyped) change.current(update.state.doc.toString())
          }),
          isWords
            ? [minimalSetup, chips(variables), wordsLook]
            : [basicSetup, look, syntaxHighlighting(colors), placeholders, lintGutter()],
          language === 'one line of words' ? inOneLine : [],
          language === 'html' ? html({ autoCloseTags: true }) : [],
        ],
      }),
    })
    view.current = editor
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [language, variables])

  // A new label must not begin a new editor, which would lose the cursor.
  useEffect(() => view.current?.contentDOM.setAttribute('aria-label', label))

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
    })
  }, [value])

  useEffect(() => {
    const editor = view.current
    if (editor && !isWords)
      editor.dispatch(setDiagnostics(editor.state, diagnosticsOf(editor.state, problems)))
  }, [problems, isWords])

  useImperativeHandle(handle, () => ({
    insert: (text) => {
      view.current?.dispatch(view.current.state.replaceSelection(text), { scrollIntoView: true })
      view.current?.focus()
    },
    focus: () => view.current?.focus(),
  }))
  return (
    <div
      ref={element}
      className={classes.code}
      data-invalid={(isWords && problems.length > 0) || undefined}
    />
  )
}

/** A value that the page has put in: it knows it already. */
const fromOutside = Annotation.define<boolean>()

/** Line breaks become spaces when they are pasted, and Enter does nothing. */
const inOneLine = [
  EditorView.clipboardInputFilter.of((text) => text.trim().replace(/\s*\n\s*/g, ' ')),
  EditorState.transactionFilter.of((transaction) => (transaction.newDoc.lines > 1 ? [] : transaction)),
]

/** The places of problems; one without a place is at the beginning. */
function diagnosticsOf({ doc }: EditorState, problems: TemplateProblems): Diagnostic[] {
  return problems.map(({ message, line: number, column = 1 }) => {
    const line = doc.line(Math.min(Math.max(number ?? 1, 1), doc.lines))
    const from = Math.min(line.from + column - 1, line.to)
    const end = doc.sliceString(from, line.to).search(/\}\}/)
    const to = number === undefined ? from : end < 0 ? line.to : from + end
    return { from, to, severity: 'error', message }
  })
}

const inBraces = new MatchDecorator({
  regexp: /\{\{[^{}]*\}\}/g,
  decoration: Decoration.mark({ class: 'cm-placeholder-tag' }),
})

/** What is in double braces, in a color of its own. */
const placeholders = ViewPlugin.fromClass(
  class {
    decorations
    constructor(editor: EditorView) {
      this.decorations = inBraces.createDeco(editor)
    }
    update(update: ViewUpdate) {
      this.decorations = inBraces.updateDeco(update, this.decorations)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

/** The colors of the library are for a white page; here each is mixed with black, on a dark page with white. */
const colors = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) =>
    typeof spec.color === 'string'
      ? {
          ...spec,
          color: `light-dark(color-mix(in srgb, ${spec.color} 75%, black), color-mix(in srgb, ${spec.color} 35%, white))`,
        }
      : spec,
  ),
)

const look = EditorView.theme({
  '&': { fontSize: '0.9375rem', backgroundColor: 'var(--surface)', color: 'inherit' },
  '.cm-scroller': { minHeight: '18rem', maxHeight: '34rem', overflow: 'auto' },
  '.cm-content': { caretColor: 'currentColor' },
  '.cm-cursor': { borderLeftColor: 'currentColor' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--mantine-color-dimmed)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'light-dark(rgb(15 42 84 / 5%), rgb(255 255 255 / 5%))',
  },
  '.cm-placeholder-tag': {
    borderRadius: '3px',
    backgroundColor: 'light-dark(rgb(15 42 84 / 9%), rgb(255 255 255 / 12%))',
    fontWeight: '600',
  },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'inherit' },
})

const wordsLook = EditorView.theme({
  '&': { fontSize: '1rem', backgroundColor: 'var(--surface)', color: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.7' },
  '.cm-content': { caretColor: 'currentColor', padding: '0.5rem 0' },
  '.cm-line': { padding: '0 0.75rem' },
  '.cm-cursor': { borderLeftColor: 'currentColor' },
})
