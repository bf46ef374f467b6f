import { Skeleton, TextInput, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { EmailTemplate } from '../../../../../shared/contract/messages/emailTemplates.ts'
import { templateGroups } from '../../../../../shared/domain/messages/templateNames.ts'
import { emailTemplatesQuery } from '../../../../api/queries/emailTemplates.ts'
import { Box, Grid, Heading, markedLink, Stack, Text } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { TemplateEditor } from './TemplateEditor.tsx'
import classes from './TemplatesTab.module.css'

/** The messages with their texts (spec 3 §2): a list, and the editor of the one that is open; on a phone one at a time. */
export function TemplatesTab({ open: key }: { open: string | undefined }) {
  const { data, error, refetch } = useQuery(emailTemplatesQuery)
  const templates = data?.templates
  const [typed, setTyped] = useState('')
  if (!templates) {
    return error ? (
      <ErrorAlert
        error={error}
        text={`Failed to load email templates. ${error.message}`}
        onRetry={() => void refetch()}
      />
    ) : (
      <Stack gap="sm" role="status" aria-label="Loading email templates">
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} height={56} />
        ))}
      </Stack>
    )
  }
  const open = templates.find((template) => template.key === key)
  const groups = templateGroups
    .map(({ title, keys }) => ({
      title,
      shown: keys
        .flatMap((name) => templates.find((template) => template.key === name) ?? [])
        .filter((template) => isFound(template, title, typed)),
    }))
    .filter(({ shown }) => shown.length > 0)
  return (
    <Grid className={classes.columns} data-open={open !== undefined || undefined}>
      <nav aria-label="Email templates" className={classes.nav}>
        <TextInput
          type="search"
          aria-label="Search templates"
          placeholder="Search templates"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {groups.map(({ title, shown }) => (
          <section key={title} aria-label={title}>
            <Heading above="lg">{title}</Heading>
            <ul>
              {shown.map((template) => (
                <li key={template.id}>
                  <TemplateLink template={template} isOpen={template === open} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 && <p role="status">No templates found.</p>}
      </nav>
      {open && (
        <Box shrinks>
          <Link
            to="/admin/settings"
            search={{ tab: 'email-templates' }}
            className={`${markedLink} ${classes.back}`}
          >
            <IconArrowLeft size={20} aria-hidden /> All Templates
          </Link>
          <TemplateEditor key={open.key} template={open} />
        </Box>
      )}
    </Grid>
  )
}

const isFound = ({ key, name, description }: EmailTemplate, group: string, typed: string): boolean =>
  `${name} ${key} ${description} ${group}`.toLowerCase().includes(typed.trim().toLowerCase())

function TemplateLink({ template, isOpen }: { template: EmailTemplate; isOpen: boolean }) {
  const { key, name, description, is_active: isActive, edited, problems } = template
  return (
    <Link
      to="/admin/settings"
      search={{ tab: 'email-templates', template: key }}
      aria-current={isOpen ? 'page' : undefined}
      resetScroll={false}
    >
      <span className={classes.dot} data-active={isActive || undefined} aria-hidden />
      <Text as="span" size="sm" shrinks className={classes.about}>
        <strong>{name}</strong>
        <span>{description}</span>
        {problems.length > 0 ? (
          <em>Cannot be sent: the standard text is used</em>
        ) : (
          edited && <em>{isActive ? 'Your own text' : 'Your own text, not used'}</em>
        )}
      </Text>
      <VisuallyHidden>{isActive ? 'active' : 'inactive'}</VisuallyHidden>
    </Link>
  )
}
