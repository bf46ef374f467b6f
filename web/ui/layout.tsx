import { type AllHTMLAttributes, createElement, type Ref } from 'react'
import classes from './layout.module.css'

interface PartProps extends Omit<AllHTMLAttributes<HTMLElement>, 'as' | 'size'> {
  /** The name of the element. Lists have neither dots nor room around them. */
  as?: string
  ref?: Ref<HTMLElement> | undefined
}

/** The steps of the scale of spaces: in pixels, then from 10 px to 20. */
type Gap = 2 | 4 | 6 | 8 | 'xs' | 'sm' | 'md' | 'lg'

/** An element with a look of the kit, whose variants are `data-` attributes. A class of the caller's own wins over it. */
function draw(look: string | undefined, data: object, { as = 'div', className, ...props }: PartProps) {
  return createElement(as, { ...data, ...props, className: className ? `${look} ${className}` : look })
}

/** One below the other. */
export const Stack = ({ gap = 'md', ...props }: PartProps & { gap?: Gap }) =>
  draw(classes.stack, { 'data-gap': gap }, props)

interface RowProps extends PartProps {
  gap?: Gap
  /** How parts of different heights lie. */
  align?: 'stretch' | 'center' | 'baseline'
  /** With the free space between the parts. */
  apart?: boolean
}

/** Beside each other, on more lines where there is no room. */
export const Row = ({ gap = 'xs', align = 'center', apart, ...props }: RowProps) =>
  draw(classes.row, { 'data-gap': gap, 'data-align': align, 'data-apart': apart }, props)

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
  /** `dim` is said beside something, `problem` is what is wrong, `accent` needs you now. */
  tone?: 'dim' | 'problem' | 'accent'
  /** 14 px or 13 px. */
  size?: 'sm' | 'xs'
  strong?: boolean
  /** Digits of one width. */
  numbers?: boolean
  /** Within long words too, such as addresses. */
  breaks?: boolean
}

/** A paragraph, or a part of a line, without margins. */
export const Text = ({ as = 'p', tone, size, strong, numbers, breaks, ...props }: TextProps) =>
  draw(
    classes.text,
    {
      'data-tone': tone,
      'data-size': size,
      'data-strong': strong,
      'data-numbers': numbers,
      'data-breaks': breaks,
    },
    { as, ...props },
  )

/** The class of a link that stands alone, as high as a thumb needs. */
export const textLink = classes.link ?? ''
