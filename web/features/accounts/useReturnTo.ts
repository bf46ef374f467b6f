import { getRouteApi } from '@tanstack/react-router'

const route = getRouteApi('/_site/auth')

/** For the mailed link: it leads back to the page that asked to sign in, in whatever browser it is opened. */
export function useReturnTo(): { callbackURL?: string } {
  const { redirect } = route.useSearch()
  return redirect ? { callbackURL: redirect } : {}
}
