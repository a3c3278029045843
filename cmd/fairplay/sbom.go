package main

import (
	"debug/buildinfo"
	"io"
	"runtime/debug"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
)

// builtFrom returns the build information of a program: of this one for "", else of the program
// in the file, which may be for another system.
//
// The error is fault.Invalid if the file cannot be read or is not a Go program.
func builtFrom(file string) (*debug.BuildInfo, error) {
	if file == "" {
		if info, ok := debug.ReadBuildInfo(); ok {
			return info, nil
		}
		return nil, fault.New(fault.Internal, "no_build_info", "this program does not know what it was built from")
	}
	info, err := buildinfo.ReadFile(file)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "no_build_info", "%s does not say what it was built from; is it a fairplay program?", file)
	}
	return info, nil
}

// writeSBOM writes the bill of materials of a program as CycloneDX JSON: the Go
// release and every module with its version, named by package URL, with the
// checksum that go.sum has for it (h1, a hash of the module's files). It holds no
// time and no serial number, so that the same program gives the same bytes.
func writeSBOM(w io.Writer, info *debug.BuildInfo) error {
	components := []cdx.Component{{
		BOMRef: "go", Type: cdx.ComponentTypePlatform, Name: "go", Version: info.GoVersion,
	}}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		at := "pkg:golang/" + module.Path + "@" + module.Version
		components = append(components, cdx.Component{
			BOMRef: at, Type: cdx.ComponentTypeLibrary, Name: module.Path, Version: module.Version, PackageURL: at,
			Properties: &[]cdx.Property{{Name: "go:sum", Value: module.Sum}},
		})
	}
	settings := []cdx.Property{}
	for _, s := range info.Settings {
		settings = append(settings, cdx.Property{Name: "go:build:" + s.Key, Value: s.Value})
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Component: &cdx.Component{
		BOMRef: "fairplay", Type: cdx.ComponentTypeApplication, Name: "fairplay", Version: config.Version, Properties: &settings,
	}}
	bom.Components = &components
	return cdx.NewBOMEncoder(w, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
}
