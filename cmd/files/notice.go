package files

import (
	"io"

	"github.com/spf13/cobra"

	"fairplay/cmd/terminal"
	"fairplay/reports/render"
)

const noticeHelp = `Write the notice for the playing hall, one page to print and put up, in English, Russian
and Ukrainian: that games are screened, what that means, what is asked of players, and
whom to tell. It has no figures and no names.`

// NoticeCommand returns the command "fairplay notice".
func NoticeCommand(p *terminal.Program) *cobra.Command {
	var out terminal.Output
	c := &cobra.Command{
		Use: "notice", Short: "Write the notice for the playing hall", Long: noticeHelp, Args: terminal.Args(cobra.NoArgs),
		Example: terminal.Example("fairplay notice --format pdf --output notice.pdf"),
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
