/**
 * The part for phones that are held upright: cut where the home page shows a picture that is wider than the screen
 * (HeroCarousel.module.css). The pictures that come with Dugout are cut alike (tools/pictures.mjs).
 */
export const uprightPart = { shape: 3 / 4, position: 0.68 }
