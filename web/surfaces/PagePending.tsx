import { Container, Skeleton } from '@mantine/core'

/** The shape of a page while it is on its way. */
export function PagePending() {
  return (
    <Container py="xl" aria-busy="true">
      <output className="mantine-visually-hidden">Loading…</output>
      <Skeleton height={48} width="60%" mb="lg" />
      <Skeleton height={20} mb="sm" />
      <Skeleton height={20} width="80%" mb="xl" />
      <Skeleton height={240} />
    </Container>
  )
}
