import { useRouter } from '@tanstack/react-router'

/**
 * Answers whether the app has a page at a path, e.g. '/coaches'. Links are made only for pages that exist: adding the
 * route's file makes every link to it appear.
 */
export function useKnownRoute(): (path: string) => boolean {
  const routes: object = useRouter().routesByPath
  return (path) => path in routes
}
