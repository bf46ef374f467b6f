import { Button, type CSSVariablesResolver, createTheme, type MantineColorsTuple, rem } from '@mantine/core'

/** The ground: header, footer, main buttons. Shade 8 is the deep navy of the frame. */
const navy: MantineColorsTuple = [
  '#eef3fa',
  '#d9e3f2',
  '#b3c6e3',
  '#86a4d0',
  '#5c84bd',
  '#3c68a8',
  '#274f8c',
  '#173a6e',
  '#0f2a54',
  '#0a1e3f',
]

/** The one accent, the stitching of a ball: what the page wants you to press, what you have chosen. */
const stitch: MantineColorsTuple = [
  '#fff0f1',
  '#fddcdf',
  '#f7b3ba',
  '#f08490',
  '#e85b6b',
  '#d42b41',
  '#cc1f36',
  '#b3152b',
  '#931124',
  '#740c1b',
]

/** Mantine's neutral steps of the dark scheme, tinted with the navy. */
const dark: MantineColorsTuple = [
  '#e6ebf4',
  '#c3cddd',
  '#9dabc2',
  '#74849f',
  '#3a4c69',
  '#2a3b57',
  '#1b2a43',
  '#0f1b30',
  '#0b1526',
  '#070e1b',
]

const headingFont =
  '"Barlow Condensed", "Barlow Fallback", "Barlow Fallback Wide", "Arial Narrow", sans-serif'

/** How wide a page gets, in pixels, its gutters included. */
const pageWidth = 1216

/** 46 px and 54 px: what a thumb hits without looking (44 px is the least). */
const buttonHeights: Record<string, string> = { md: '2.875rem', lg: '3.375rem' }

/** Colours, type scale and touch targets; a component's own look lives beside it in its CSS module. */
export const theme = createTheme({
  colors: { navy, stitch, dark },
  primaryColor: 'navy',
  primaryShade: { light: 7, dark: 5 },
  white: '#ffffff',
  black: '#101d33',
  autoContrast: true,
  fontFamily: 'Inter, "Inter Fallback", "Inter Fallback Wide", system-ui, sans-serif',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontFamily: headingFont,
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(2.25rem, 1.6rem + 3vw, 3.5rem)', lineHeight: '1.05' },
      h2: { fontSize: 'clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem)', lineHeight: '1.1' },
      h3: { fontSize: 'clamp(1.375rem, 1.25rem + 0.6vw, 1.625rem)', lineHeight: '1.15' },
      h4: { fontSize: '1.25rem', lineHeight: '1.2' },
    },
  },
  other: { headingFont },
  components: {
    Button: Button.extend({
      defaultProps: { size: 'md' },
      vars: (_theme, { size = 'md' }) => ({ root: { '--button-height': buttonHeights[size] } }),
    }),
    TextInput: { defaultProps: { size: 'md', withAsterisk: false } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md' } },
  },
})

/** Colours with a job. Mantine's greys for secondary text and errors are too pale on chalk for WCAG AA. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--heading-font': headingFont, '--frame-height': '4rem', '--page-width': rem(pageWidth) },
  light: {
    '--mantine-color-body': '#faf9f5',
    '--mantine-color-dimmed': '#51607a',
    '--mantine-color-placeholder': '#66748c',
    '--mantine-color-error': 'var(--mantine-color-stitch-7)',
    '--mantine-color-anchor': 'var(--mantine-color-navy-6)',
    '--focus-ring': '3px solid var(--mantine-color-navy-5)',
    '--surface': '#ffffff',
    '--surface-edge': '#dfe3ea',
    '--accent-text': 'var(--mantine-color-stitch-7)',
    '--good': '#0b7a5a',
    '--good-ground': '#e7f5ef',
    '--warn': '#8a5800',
    '--warn-ground': '#fdf3dc',
    '--booked': '#eceef1',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': '#8c9bb5',
    '--mantine-color-error': 'var(--mantine-color-stitch-3)',
    '--mantine-color-anchor': 'var(--mantine-color-navy-2)',
    '--focus-ring': '3px solid var(--mantine-color-navy-2)',
    '--surface': 'var(--mantine-color-dark-6)',
    '--surface-edge': 'var(--mantine-color-dark-4)',
    '--accent-text': 'var(--mantine-color-stitch-3)',
    '--good': 'var(--mantine-color-teal-3)',
    '--good-ground': 'color-mix(in srgb, var(--mantine-color-teal-9) 35%, var(--mantine-color-dark-7))',
    '--warn': 'var(--mantine-color-yellow-4)',
    '--warn-ground': 'color-mix(in srgb, var(--mantine-color-yellow-9) 25%, var(--mantine-color-dark-7))',
    '--booked': 'var(--mantine-color-dark-6)',
  },
})
