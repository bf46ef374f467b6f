import {
  getContactMessage,
  listContactMessages,
  replyContactMessage,
  updateContactMessageStatus,
} from './contactMessages.ts'
import {
  getEmailTemplates,
  listEmailTemplateVersions,
  previewEmailTemplate,
  restoreEmailTemplate,
  sendTestEmailTemplate,
  updateEmailTemplate,
} from './emailTemplates.ts'
import {
  correctMessageAddress,
  dismissMessage,
  getMessage,
  listMessages,
  resendFailedMessages,
  resendMessage,
  sendMessageAgain,
} from './messageDelivery.ts'

/** Messages in the back office: their texts, their delivery, and what visitors wrote. */
export const staffMessagesContract = [
  getEmailTemplates,
  updateEmailTemplate,
  restoreEmailTemplate,
  listEmailTemplateVersions,
  previewEmailTemplate,
  sendTestEmailTemplate,
  listMessages,
  getMessage,
  resendMessage,
  correctMessageAddress,
  sendMessageAgain,
  resendFailedMessages,
  dismissMessage,
  listContactMessages,
  getContactMessage,
  replyContactMessage,
  updateContactMessageStatus,
] as const
