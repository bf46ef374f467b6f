import {
  callOffCamp,
  copyCamp,
  deleteCamp,
  previewCampCancellation,
  previewCampCopies,
  uploadCampBanner,
} from './campChanges.ts'
import {
  createCamp,
  getCampAdmin,
  listCampCoaches,
  listCampsAdmin,
  previewCamp,
  updateCamp,
  updateCampStatus,
} from './staffCamps.ts'

/** The operations by which admins make, change, copy, call off and delete camps. */
export const staffCampsContract = [
  listCampsAdmin,
  getCampAdmin,
  listCampCoaches,
  previewCamp,
  createCamp,
  updateCamp,
  updateCampStatus,
  previewCampCopies,
  copyCamp,
  previewCampCancellation,
  callOffCamp,
  deleteCamp,
  uploadCampBanner,
] as const
