import './mantine.css'
import './fonts.css'
import './page.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { cspNonce } from './cspNonce.ts'
import { cssVariables, theme } from './theme.ts'

/** Dugout's look around the app: the system's colour scheme unless the person has chosen one. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      // The provider writes all variables itself: sending the default ones as a file too would cost 3 kB.
      deduplicateCssVariables={false}
      defaultColorScheme="auto"
      getStyleNonce={cspNonce}
    >
      {children}
    </MantineProvider>
  )
}
