import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { isRefusal } from '../../../../api/apiError.ts'
import { MailFrame } from '../../../../components/staff/MailFrame.tsx'
import { Text } from '../../../../ui/layout.tsx'
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
    <section aria-label="Preview" className={classes.preview}>
      <h3 className={classes.part}>Preview With Sample Data</h3>
      {error && !isInvalid && <ErrorAlert error={error} onRetry={() => void query.refetch()} />}
      {isInvalid && (
        <Text tone="dim" size="sm" breaks className={classes.note}>
          Fix what is marked to see the preview again.
        </Text>
      )}
      {data ? (
        <>
          <p className={classes.subject}>
            <span>Subject</span> {data.subject}
          </p>
          {asText ? (
            <pre className={classes.text}>{data.text}</pre>
          ) : (
            <MailFrame title="Preview of the message" html={data.html} />
          )}
        </>
      ) : (
        !error && <Skeleton height={420} radius="md" />
      )}
    </section>
  )
}
