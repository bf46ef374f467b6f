import { storedFileUrl } from '../../integrations/storage/storedFile.ts'

/** Where a coach's picture can be loaded from; null when there is none. */
export const avatarUrl = (stored: string | null): string | null => storedFileUrl('coach-avatars', stored)
