import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { tellFormDrawn } from './formDrawn.ts'

/** A field, or one of a list's by its path, e.g. 'contacts.0.phone'; with what is wrong there. */
export type Problem<Values> = readonly [field: keyof Values & string, message: string]
export type Errors<Values> = Readonly<Partial<Record<keyof Values & string, string>>>

/** What is wrong with each field before anything is sent, or null, in the order of the fields. */
export type Rules<Values> = {
  readonly [Name in keyof Values & string]?: (value: Values[Name], values: Values) => string | null
}

type Found<Values> = Readonly<Partial<Record<keyof Values & string, string | null>>>

type NamesOf<Values, Type> = {
  [Name in keyof Values & string]: Values[Name] extends Type ? Name : never
}[keyof Values & string]
type Changed = { readonly currentTarget: { readonly value: string } }
type Ticked = { readonly currentTarget: { readonly checked: boolean } }

interface FieldProps<Value, Change> {
  /** The field's name for drafts. */
  'data-path': string
  value: Value
  error: string | undefined
  onChange: (change: Change) => void
  onBlur?: () => void
}

export interface FieldsOptions<Values extends object> {
  /** What is wrong with the fields before anything is sent: the sentence by the field, null where nothing is. */
  readonly check?: Rules<Values> | ((values: Values) => Found<Values>) | undefined
  /** A field is checked when it is left, too. */
  readonly checksLeft?: boolean | undefined
}

export interface Fields<Values extends object> {
  readonly values: Values
  readonly errors: Errors<Values>
  readonly set: (part: Partial<Values>) => void
  /** All values at once: what was loaded, or the form's beginning. */
  readonly replace: (values: Values) => void
  /** Props of a field that is typed in or chosen from. */
  readonly field: <Name extends NamesOf<Values, string>>(name: Name) => FieldProps<Values[Name], Changed>
  /** Props of a field that is ticked. */
  readonly tick: (name: NamesOf<Values, boolean>) => {
    'data-path': string
    checked: boolean
    onChange: (event: Ticked) => void
  }
  /** Props of a field that hands over its value itself. */
  readonly bind: <Name extends keyof Values & string>(name: Name) => FieldProps<Values[Name], Values[Name]>
  /** What the rules find. */
  readonly found: (of?: Values) => readonly Problem<Values>[]
  /** Says at the fields what is wrong, and moves the focus to the first of them; of several at one field the first is said. */
  readonly showAtFields: (problems: readonly Problem<Values>[]) => void
  /** Whether a problem is about one of the fields. */
  readonly has: (problem: Problem<Values>) => boolean
  /** The form; where it belongs to someone else, the whole page is looked at. */
  readonly element: RefObject<HTMLFormElement | null>
}

/** The state of a form's fields, without anything that is sent. Fields are named by the values' own names. */
export function useFields<Values extends object>(
  first: Values | (() => Values),
  { check, checksLeft = false }: FieldsOptions<Values> = {},
): Fields<Values> {
  const [values, setValues] = useState(first)
  const [errors, setErrors] = useState({} as Errors<Values>)
  const element = useRef<HTMLFormElement>(null)
  // After every rendering: a field of the form may be new.
  useEffect(tellFormDrawn)

  const show = (name: string, message: string | undefined) =>
    setErrors((before) => {
      const other = Object.entries(before).filter(([path]) => path !== name && !path.startsWith(`${name}.`))
      return Object.fromEntries(message === undefined ? other : [...other, [name, message]]) as Errors<Values>
    })
  const set = (part: Partial<Values>) => {
    setValues((before) => ({ ...before, ...part }))
    for (const name of Object.keys(part)) show(name, undefined)
  }
  const found = (of = values) => {
    const problems = typeof check === 'function' ? check(of) : check ? followed(check, of) : {}
    return Object.entries(problems).filter(([, message]) => message) as unknown as readonly Problem<Values>[]
  }
  const has = ([field]: Problem<Values>) => (field.split('.')[0] ?? '') in values
  const props = <Name extends keyof Values & string>(name: Name) => ({
    'data-path': name,
    value: values[name],
    error: errors[name],
    ...(checksLeft && { onBlur: () => show(name, found().find(([field]) => field === name)?.[1]) }),
  })
  return {
    values,
    errors,
    set,
    replace: (all) => {
      setValues(all)
      setErrors({} as Errors<Values>)
    },
    field: (name) => ({
      ...props(name),
      onChange: ({ currentTarget: { value } }) => set({ [name]: value } as unknown as Partial<Values>),
    }),
    tick: (name) => ({
      'data-path': name,
      checked: Boolean(values[name]),
      onChange: ({ currentTarget: { checked } }) => set({ [name]: checked } as unknown as Partial<Values>),
    }),
    bind: (name) => ({
      ...props(name),
      onChange: (value) => set({ [name]: value } as unknown as Partial<Values>),
    }),
    found,
    showAtFields: (problems) => {
      // All are on the page before the focus moves there, so that both are read out together.
      flushSync(() => setErrors(Object.fromEntries(problems.filter(has).toReversed()) as Errors<Values>))
      const place = element.current ?? document
      const focusFirst = () => place.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      focusFirst()
      // Where the fields are disabled until the attempt is over, that takes another rendering.
      if (!document.activeElement?.matches('[aria-invalid="true"]')) requestAnimationFrame(focusFirst)
    },
    has,
    element,
  }
}

function followed<Values extends object>(rules: Rules<Values>, values: Values): Found<Values> {
  const names = Object.keys(rules) as (keyof Values & string)[]
  const said = names.map((name) => [name, rules[name]?.(values[name], values)])
  return Object.fromEntries(said) as Found<Values>
}
