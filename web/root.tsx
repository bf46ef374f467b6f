import 'virtual:theme-variables.css'
import './ui/mantine.css'
import './ui/fonts.css'
import './ui/page.css'
import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { createAppRouter } from './router.tsx'
import { cspNonce } from './ui/cspNonce.ts'
import { type FirstRender, FirstRenderContext } from './ui/firstRender.ts'
import { theme } from './ui/theme.ts'

interface RootProps {
  router: ReturnType<typeof createAppRouter>
  queryClient: QueryClient
  /** What the server assumed of the visitor; null when it has not rendered the page. */
  first: FirstRender | null
}

/** The whole app, the same on the server and in the browser. The system's color scheme, unless the visitor has chosen one. */
export function Root({ router, queryClient, first }: RootProps) {
  return (
    <StrictMode>
      <FirstRenderContext value={first}>
        <MantineProvider
          theme={theme}
          // The variables are a style sheet of the build (web/build/themeVariables.ts).
          withCssVariables={false}
          withGlobalClasses={false}
          defaultColorScheme="auto"
          getStyleNonce={cspNonce}
        >
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>
      </FirstRenderContext>
    </StrictMode>
  )
}
