import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  EmailTemplate,
  EmailTemplateVersion,
} from '../../../../../shared/contract/messages/emailTemplates.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { read } from '../../../../api/read.ts'
import { whenText } from '../../../../components/staff/whenText.ts'
import { Actions, Text } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import classes from './Templates.module.css'
import { TextDifference } from './TextDifference.tsx'
import type { TemplateDraft } from './templateDraft.ts'

interface HistoryProps {
  template: EmailTemplate
  /** What is in the editor: each version is compared with it. */
  draft: TemplateDraft
  onClose: () => void
  /** Puts a version into the editor. */
  onUse: (version: EmailTemplateVersion) => void
}

/** Every saved version of a message's text, with who saved it and when. */
export function History({ template, draft, onClose, onUse }: HistoryProps) {
  const query = useQuery({
    ...read('GET /api/admin/email-templates/:id/versions', { id: template.id }),
    staleTime: 0,
  })
  const zone = useQuery(facilityQuery).data?.time_zone ?? 'UTC'
  const [chosen, setChosen] = useState<number>()
  const versions = query.data?.versions
  const version = versions?.find(({ revision }) => revision === chosen)
  return (
    <>
      {query.error && !versions && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {!query.error && !versions && <Skeleton height={180} />}
      {versions?.length === 0 && (
        <Text below="lg">
          Nothing was saved yet: the standard text is sent. Each time someone saves, that version is kept
          here.
        </Text>
      )}
      {versions && versions.length > 0 && (
        <ul className={classes.versions} aria-label="Versions">
          {versions.map((each) => (
            <li key={each.revision}>
              <button
                type="button"
                aria-pressed={each.revision === chosen}
                onClick={() => setChosen(each.revision)}
              >
                <strong>{whenText(each.saved_at, zone)}</strong>
                <span>{[each.saved_by_name ?? 'Unknown', noteOf(each)].filter(Boolean).join(' · ')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {version && (
        <>
          <Text below="lg">What this version changes in the editor:</Text>
          <TextDifference before={draft} after={version} same="Its texts are those in the editor." />
          <Actions>
            <Button color="stitch.6" onClick={() => onUse(version)}>
              Use This Version
            </Button>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </Actions>
          <Text below="xs" tone="dim" size="sm" breaks>
            It goes into the editor and is used once you save.
          </Text>
        </>
      )}
    </>
  )
}

const noteOf = ({ is_default: isDefault, is_active: isActive }: EmailTemplateVersion): string =>
  isDefault ? 'standard text restored' : isActive ? '' : 'not active'
