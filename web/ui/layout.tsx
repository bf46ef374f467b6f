import { type AllHTMLAttributes, createElement, type Ref } from 'react'
import classes from './layout.module.css'

/** The steps of the scale of spaces: in pixels, then from 10 px to 20. */
type Gap = 2 | 4 | 6 | 8 | 'xs' | 'sm' | 'md' | 'lg'

interface PartProps extends Omit<AllHTMLAttributes<HTMLElement>, 'as' | 'size'> {
  /** The name of the element. Lists have neither dots nor room around them. */
  as?: string
  ref?: Ref<HTMLElement> | undefined
  /** Room over it and under it. */
  above?: Gap
  below?: Gap
  /** Takes the free space of a row, or keeps its own size, or gets narrower than its longest word. */
  grow?: boolean
  rigid?: boolean
  shrinks?: boolean
}

/** An element with a look of the kit, whose variants are `data-` attributes. A class of the caller's own wins over it. */
function draw(look: string | undefined, variants: object, part: PartProps) {
  const { as = 'div', className, above, below, grow, rigid, shrinks, ...props } = part
  return createElement(as, {
    'data-above': above,
    'data-below': below,
    'data-grow': grow,
    'data-rigid': rigid,
    'data-shrinks': shrinks,
    ...variants,
    ...props,
    className: className ? `${look} ${className}` : look,
  })
}

/** A part of a page that is only placed. */
export const Box = (props: PartProps) => draw(classes.box, {}, props)

/** One below the other. */
export const Stack = ({ gap = 'md', ...props }: PartProps & { gap?: Gap }) =>
  draw(classes.stack, { 'data-gap': gap }, props)

/** One below the other, each as high as it is. */
export const Grid = ({ gap = 'md', ...props }: PartProps & { gap?: Gap }) =>
  draw(classes.grid, { 'data-gap': gap }, props)

/** What can be done at the end, one below the other. */
export const Actions = (props: PartProps) => Stack({ gap: 'xs', above: 'lg', ...props })

interface RowProps extends PartProps {
  gap?: Gap
  /** How parts of different heights lie. */
  align?: 'stretch' | 'start' | 'center' | 'baseline'
  /** With the free space between the parts. */
  apart?: boolean
  /** On one line. */
  nowrap?: boolean
}

/** Beside each other, on more lines where there is no room. */
export const Row = ({ gap = 'xs', align = 'center', apart, nowrap, ...props }: RowProps) =>
  draw(
    classes.row,
    { 'data-gap': gap, 'data-align': align, 'data-apart': apart, 'data-nowrap': nowrap },
    props,
  )

/** A list without dots, as its items make it. */
export const List = ({ as = 'ul', ...props }: PartProps) => draw(classes.list, {}, { as, ...props })

interface PanelProps extends PartProps {
  /** With the parts one below the other. */
  gap?: Gap
  padded?: boolean
  /** A part of another panel, with the corners of buttons. */
  small?: boolean
}

/** A part of a page with an edge of its own. */
export const Panel = ({ as = 'section', gap, padded, small, ...props }: PanelProps) =>
  draw(classes.panel, { 'data-gap': gap, 'data-padded': padded, 'data-small': small }, { as, ...props })

interface HeadingProps extends PartProps {
  /** Its look; the element is its place in the outline. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | '2xl' | '3xl' | 'part'
  breaks?: boolean
}

/** In the heading font. */
export const Heading = ({ as = 'h2', size = 'md', breaks, ...props }: HeadingProps) =>
  draw(classes.heading, { 'data-size': size, 'data-breaks': breaks }, { as, ...props })

interface TextProps extends PartProps {
  /** `dim` is said beside something, `problem` is what is wrong, `accent` needs you now, `link` leads on. */
  tone?: 'dim' | 'problem' | 'accent' | 'good' | 'link'
  /** From 12 px to 15, then 17 and 18. */
  size?: '2xs' | 'xs' | 'sm' | 'md' | 'lg' | 'xl'
  strong?: boolean
  /** Not as heavy as what is around it. */
  lighter?: boolean
  /** Digits of one width. */
  numbers?: boolean
  /** Within long words too, such as addresses; or never; or where its writer broke the line. */
  breaks?: boolean
  nowrap?: boolean
  lines?: boolean
  /** On a line of its own, as a part of a sentence. */
  block?: boolean
}

/** A paragraph, or a part of a line, without margins. */
export const Text = ({ as = 'p', ...text }: TextProps) => {
  const { tone, size, strong, lighter, numbers, breaks, nowrap, lines, block, ...props } = text
  const variants = {
    'data-tone': tone,
    'data-size': size,
    'data-strong': strong,
    'data-lighter': lighter,
    'data-numbers': numbers,
    'data-breaks': breaks,
    'data-nowrap': nowrap,
    'data-lines': lines,
    'data-block': block,
  }
  return draw(classes.text, variants, { as, ...props })
}

/** The class of a link that stands alone, as high as a thumb needs. */
export const textLink = classes.link ?? ''

/** The same with a sign beside its words, which stands for the line under them. */
export const markedLink = classes.marked ?? ''

/** The class of an input over the whole of its tile, so that it is found where it is seen. */
export const coveringInput = classes.covering ?? ''
