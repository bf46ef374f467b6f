import {
  Decoration,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view'
import { tagWords } from '../../../../../shared/domain/messages/variableWords.ts'
import classes from './Blocks.module.css'

class Chip extends WidgetType {
  readonly words: string
  readonly kind: string
  constructor(words: string, kind: string) {
    super()
    this.words = words
    this.kind = kind
  }
  override eq(other: Chip) {
    return other.words === this.words && other.kind === this.kind
  }
  override toDOM() {
    const chip = document.createElement('span')
    chip.className = classes.chip ?? ''
    chip.dataset.kind = this.kind
    chip.textContent = this.words
    return chip
  }
  override ignoreEvent() {
    return false
  }
}

/** What stands in braces as one thing, in people's words: the cursor passes over it at once. */
export function chips(variables: readonly string[]) {
  const known = (name: string) => name === 'else' || variables.includes(name)
  const matcher = new MatchDecorator({
    regexp: /\{\{[^{}]*\}\}/g,
    decoration: ([tag]) => {
      const words = tagWords(tag)
      const name = /([\w.]+)\s*\}\}$/.exec(tag)?.[1] ?? ''
      const isEnd = words === 'end'
      if (words === null || !(isEnd || known(name)))
        return Decoration.replace({ widget: new Chip(tag.slice(2, -2), 'unknown') })
      const isCondition = isEnd || words === 'otherwise' || tag.includes('#')
      return Decoration.replace({ widget: new Chip(words, isCondition ? 'condition' : 'variable') })
    },
  })
  return ViewPlugin.fromClass(
    class {
      decorations
      constructor(editor: EditorView) {
        this.decorations = matcher.createDeco(editor)
      }
      update(update: ViewUpdate) {
        this.decorations = matcher.updateDeco(update, this.decorations)
      }
    },
    {
      decorations: ({ decorations }) => decorations,
      provide: (plugin) =>
        EditorView.atomicRanges.of((editor) => editor.plugin(plugin)?.decorations ?? Decoration.none),
    },
  )
}
