import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/queryClient.ts'
import { createAppRouter } from './router.tsx'
import { keepPageOffline } from './surfaces/RouteError.tsx'
import { shareCspNonce } from './ui/cspNonce.ts'
import { ThemeProvider } from './ui/ThemeProvider.tsx'

/** Puts the app into the page. */
export function start(element: HTMLElement): void {
  shareCspNonce()
  keepPageOffline()
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  createRoot(element).render(
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>,
  )
}
