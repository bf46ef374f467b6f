import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { isRefusal } from '../../../../api/apiError.ts'
import { MailFrame } from '../../../../components/staff/MailFrame.tsx'
import { Box, Text } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import classes from './Templates.module.css'

interface TemplatePreviewProps {
  query: UseQueryResult<{ subject: string; html: string; text: string }>
  /** The text is being edited: it is shown in place of the HTML. */
  asText: boolean
}

/** The message with its examples, as it would be sent. What cannot be sent has none. */
export function TemplatePreview({ query, asText }: TemplatePreviewProps) {
  const { data, error } = query
  const isInvalid = error !== null && isRefusal(error, 'template_invalid')
  return (
    <Box as="section" shrinks aria-label="Preview">
      <Text as="h3" size="lg" below={4} className={classes.part}>
        Preview With Sample Data
      </Text>
      {error && !isInvalid && <ErrorAlert error={error} onRetry={() => void query.refetch()} />}
      {isInvalid && (
        <Text below="xs" tone="dim" size="sm" breaks>
          Fix what is marked to see the preview again.
        </Text>
      )}
      {data ? (
        <>
          <Text strong breaks below="sm" className={classes.subject}>
            <span>Subject</span> {data.subject}
          </Text>
          {asText ? (
            <pre className={classes.text}>{data.text}</pre>
          ) : (
            <MailFrame title="Preview of the message" html={data.html} />
          )}
        </>
      ) : (
        !error && <Skeleton height={420} />
      )}
    </Box>
  )
}
