import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { MailBlock } from '../../../shared/contract/messages/mailBlocks.ts'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

export const templatesKey = [...queryKeys.staff, 'email templates']

/** Every message's texts, for admins. */
export const emailTemplatesQuery = queryOptions({
  queryKey: [...templatesKey, 'list'],
  queryFn: async ({ signal }) => (await call('GET /api/admin/email-templates', {}, { signal })).templates,
  staleTime: 0,
})

/** What was saved of a message's texts. */
export const templateVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'versions', id],
    queryFn: ({ signal }) => call('GET /api/admin/email-templates/:id/versions', { id }, { signal }),
    staleTime: 0,
  })

export interface TemplateTexts {
  subject_template: string
  html_template: string
  text_template: string
  blocks: MailBlock[] | null
}

/** The texts with their examples, as they would be sent; what cannot be sent is refused with its places. */
export const templatePreviewQuery = (id: string, texts: TemplateTexts) =>
  queryOptions({
    queryKey: [...templatesKey, 'preview', id, texts],
    queryFn: ({ signal }) =>
      call('POST /api/admin/email-templates/:id/preview', { id, ...texts }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })

export const refreshTemplates = (queryClient: QueryClient): Promise<unknown> =>
  queryClient.invalidateQueries({ queryKey: templatesKey, refetchType: 'active' })
