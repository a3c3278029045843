package main

import (
	"io"

	"github.com/spf13/cobra"

	"fairplay/cmd/config"
	"fairplay/reports/render"
)

const noticeHelp = `Write the notice for the playing hall, one page to print and put up, in English, Russian
and Ukrainian: that games are screened, what that means, what is asked of players, and
whom to tell. It has no figures and no names.`

// noticeCommand returns the command "fairplay notice".
func noticeCommand(p *config.Program) *cobra.Command {
	var out config.Output
	c := &cobra.Command{
		Use: "notice", Short: "Write the notice for the playing hall", Long: noticeHelp, Args: config.Args(cobra.NoArgs),
		Example: config.Example("fairplay notice --format pdf --output notice.pdf"),
		RunE: func(*cobra.Command, []string) error {
			if err := out.Check(); err != nil {
				return err
			}
			return out.Write(p, func(w io.Writer, o render.Options) error { return render.Notice(w, out.Format, o) })
		},
	}
	out.AddFile(c.Flags(), render.NoticeFormats())
	return c
}
