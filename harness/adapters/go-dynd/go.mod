module go-dynd

go 1.19
