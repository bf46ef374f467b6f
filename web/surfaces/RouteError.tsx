import { Button, Container, Text, Title } from '@mantine/core'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { ApiError } from '../api/apiError.ts'

/** In place of a page that failed: what happened, and what to do now. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const known = error instanceof ApiError
  return (
    <Container py="xl" role="alert">
      <Title order={1} mb="md">
        This page did not load
      </Title>
      <Text mb="lg">{known ? error.message : 'Something went wrong on our side. Please try again.'}</Text>
      <Button
        onClick={() => {
          reset()
          void router.invalidate()
        }}
      >
        Try again
      </Button>{' '}
      <Button component={Link} to="/" variant="subtle">
        Back to Home
      </Button>
      {known && error.requestId && (
        <Text size="sm" c="dimmed" mt="lg">
          If it keeps happening, call us and mention {error.requestId}.
        </Text>
      )}
    </Container>
  )
}
