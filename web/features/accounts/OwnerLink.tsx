import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../api/read.ts'
import { Text } from '../../ui/layout.tsx'

/** The way to the set-up page while nobody runs the facility; its code is asked for there. */
export default function OwnerLink() {
  const { data } = useQuery({
    ...read('GET /api/setup'),
    staleTime: 0,
    retry: false,
    meta: { inBrowserAlone: true },
  })
  if (!data) return null
  return (
    <>
      <Text above="lg" below="xs">
        Are you the owner?
      </Text>
      <Link to="/setup">Set Up This Site</Link>
    </>
  )
}
