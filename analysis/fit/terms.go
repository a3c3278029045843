package fit

import "fairplay/analysis/choice"

// nested is one of the models compared in the report. Each contains the terms of the one before.
type nested struct {
	name  string
	terms []string
}

// nestedModels lists the conditional logits that are compared, each with all terms of the one
// before it. The last one is shipped.
func nestedModels() []nested {
	steps := []nested{
		{"rating", []string{"dbest", "dbest*r"}},
		{"values", []string{"tied", "delta", "sdelta", "lrank", "dW", "sdW", "wfirst", "rinv", "sdelta*av", "tied*r", "delta*r",
			"B_delta", "B_sdelta", "B_lrank", "delta*br", "sdelta*br", "lrank*br", "dbest*gap", "tied*gap"}},
		{"history", []string{"share", "eshare", "shal", "share*gap"}},
		{"swings", []string{"lastbest", "mlr", "lr1", "lr2", "top1", "swmin", "swlast", "B_swmin", "Bq_mlr", "dv_gain",
			"lrank*wd", "lastbest*r", "swlast*r"}},
		{"opening", []string{"dbest*op", "tied*op", "delta*op", "sdelta*op"}},
		{"chess", []string{"c_cap", "c_recap", "c_see", "c_center", "thr", "fh", "c_castle", "c_knight", "c_retreat",
			"c_same", "pfwd"}},
	}
	for i := 1; i < len(steps); i++ {
		before := steps[i-1].terms
		steps[i].terms = append(before[:len(before):len(before)], steps[i].terms...)
	}
	return steps
}

// shipped returns the terms of the shipped model, the last of nestedModels.
func shipped() []string {
	all := nestedModels()
	return all[len(all)-1].terms
}

// blank returns a model with those terms and all coefficients 0.
func blank(names []string, usualDepth float64) (*choice.Model, error) {
	terms, err := choice.Terms(names...)
	if err != nil {
		return nil, err
	}
	return choice.NewModel(terms, make([]float64, len(terms)), usualDepth)
}
