import type { MantineTheme } from '@mantine/core'
import type { Appearance } from '@stripe/stripe-js'

/** The house's look for Stripe's fields, which live in frames of their own and know no CSS variables of ours. */
export function stripeAppearance(theme: MantineTheme, scheme: 'light' | 'dark'): Appearance {
  const { navy, stitch, dark } = theme.colors
  const isDark = scheme === 'dark'
  return {
    theme: isDark ? 'night' : 'stripe',
    disableAnimations: false,
    variables: {
      fontFamily: 'Inter, system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '8px',
      spacingUnit: '4px',
      colorPrimary: (isDark ? navy?.[2] : navy?.[7]) ?? '',
      colorBackground: isDark ? (dark?.[7] ?? '') : theme.white,
      colorText: (isDark ? dark?.[0] : theme.black) ?? '',
      colorDanger: (isDark ? stitch?.[3] : stitch?.[7]) ?? '',
    },
    rules: {
      '.Label': { fontSize: '16px', fontWeight: '500', marginBottom: '6px' },
      '.Input': { padding: '11px 12px', boxShadow: 'none' },
      '.Input:focus': { boxShadow: 'none', outline: `3px solid ${(isDark ? navy?.[2] : navy?.[5]) ?? ''}` },
    },
  }
}
