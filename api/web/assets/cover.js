// Whether figures are covered is known before anything of the page is drawn, so that none is ever seen for a moment.
document.documentElement.toggleAttribute("data-cover", sessionStorage.getItem("cover") === "yes");
