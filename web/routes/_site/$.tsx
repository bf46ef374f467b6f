import { createFileRoute, redirect } from '@tanstack/react-router'

/** Any other path leads home (spec 1 §2.1). */
export const Route = createFileRoute('/_site/$')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})
