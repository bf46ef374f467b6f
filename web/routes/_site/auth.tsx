import { createFileRoute } from '@tanstack/react-router'
import { AuthPage, withAuthPage } from '../../features/accounts/AuthPage.tsx'
import { readAuthSearch } from '../../features/accounts/authSearch.ts'

export const Route = createFileRoute('/_site/auth')({
  validateSearch: readAuthSearch,
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  loaderDeps: ({ search: { mode } }) => ({ mode }),
  loader: ({ location: { searchStr, hash } }) => withAuthPage({ search: searchStr, hash }),
  component: AuthPage,
  staticData: { title: null, isPublic: true, shape: 'form' },
})
