import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '../../features/accounts/AuthPage.tsx'
import { readAuthSearch } from '../../features/accounts/authSearch.ts'

export const Route = createFileRoute('/_site/auth')({
  validateSearch: readAuthSearch,
  component: AuthPage,
  staticData: { title: null },
})
