import { expect, test } from 'vitest'
import { usedVariables } from './themeVariables.ts'

const all = {
  variables: {
    '--mantine-scale': '1',
    '--mantine-color-red-0': '#fee',
    '--mantine-color-red-6': '#f00',
    '--mantine-color-red-9': '#900',
    '--mantine-color-lime-6': '#0f0',
  },
  light: { '--mantine-color-red-filled': 'var(--mantine-color-red-9)' },
  dark: { '--mantine-color-red-filled': 'var(--mantine-color-red-0)', '--mantine-color-lime-filled': '#0f0' },
} as unknown as Parameters<typeof usedVariables>[0]

const names = (code: string, others = ''): string[] =>
  Object.values(usedVariables(all, { code, others })).flatMap((group) => Object.keys(group))

test('a color that nothing names is left out; what is no color stays', () => {
  expect(names('')).toEqual(['--mantine-scale'])
})

test('a color that code writes as a text keeps all names that are composed of it, and what those are made of', () => {
  expect(names(`<Button color="red" />`)).toEqual([
    '--mantine-scale',
    '--mantine-color-red-0',
    '--mantine-color-red-6',
    '--mantine-color-red-9',
    '--mantine-color-red-filled',
    '--mantine-color-red-filled',
  ])
  expect(names(`color={'lime.6'}`)).toEqual(['--mantine-scale', '--mantine-color-lime-6'])
})

test('a variable that a style sheet names stays', () => {
  expect(names('', 'a{color:var(--mantine-color-red-6)}')).toEqual([
    '--mantine-scale',
    '--mantine-color-red-6',
  ])
})
