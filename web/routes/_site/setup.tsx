import { createFileRoute, notFound } from '@tanstack/react-router'
import { isRefusal } from '../../api/apiError.ts'
import { call } from '../../api/call.ts'
import { OwnerSetupPage } from '../../features/accounts/OwnerSetupPage.tsx'

export const Route = createFileRoute('/_site/setup')({
  codeSplitGroupings: [['loader', 'component']],
  loader: async () => {
    try {
      await call('GET /api/setup', {})
    } catch (error) {
      if (isRefusal(error, 'not_found')) throw notFound()
      throw error
    }
  },
  component: OwnerSetupPage,
  // The page names itself: a name here would be downloaded with every page.
  staticData: { title: null },
})
