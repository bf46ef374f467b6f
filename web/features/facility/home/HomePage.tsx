import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { facilityQuery } from '../../../api/queries/facility.ts'

export function HomePage() {
  const { data } = useQuery(facilityQuery)
  return <Title order={1}>{data?.announcement}</Title>
}
