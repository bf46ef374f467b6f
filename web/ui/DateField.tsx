import { TextInput, type TextInputProps } from '@mantine/core'

/**
 * The one way to enter a day: `YYYY-MM-DD` as the form keeps it, and empty while a part of it is missing. With a latest day
 * browsers take four digits for the year; without one a fifth makes it the year 20261.
 */
export const DateField = (props: Omit<TextInputProps, 'type'>) => (
  <TextInput type="date" max="2999-12-31" {...props} />
)
